/** SQL: an account follows a creator. Both arguments are expressions of ids. */
export function followsCreator(follower: string, performer: string): string {
  return `exists (
    select from follow f where f.follower_id = ${follower} and f.performer_id = ${performer})`
}
