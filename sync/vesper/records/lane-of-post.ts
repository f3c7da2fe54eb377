/** The lane of everything that is queued for a post that is the server's already. */
export function laneOfPost(postId: string): string {
  return `post:${postId}`
}
