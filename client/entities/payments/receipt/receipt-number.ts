/** The number of a receipt, as its page and its file name it. */
export function receiptNumber({ number }: { number: number }): string {
  return `V-${String(number).padStart(6, '0')}`
}
