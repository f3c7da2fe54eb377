/** The address of a file that is evidence, for staff alone. */
export function evidenceUrl(fileId: string): string {
  return `/api/desk/evidence/${fileId}`
}
