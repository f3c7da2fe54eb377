/** The pattern of `like` for texts that contain `part`, whatever characters it has; every text contains the empty one. */
export function containing(part: string): string {
  return `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
