/** Tells if the name or username of a person contains a text, in whichever case. */
export function isNamed({ name, username }: { name: string; username: string | null }, text: string): boolean {
  const part = text.trim().toLocaleLowerCase()
  return name.toLocaleLowerCase().includes(part) || (username ?? '').toLocaleLowerCase().includes(part)
}
