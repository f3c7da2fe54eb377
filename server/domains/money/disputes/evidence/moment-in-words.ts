/** A moment as texts for staff and banks tell it: 2026-11-29 10:05 UTC. */
export function momentInWords(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
