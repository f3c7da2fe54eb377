/** The text with Arabic and Persian digits as the Latin ones that they stand for. */
export function normalizeDigits(text: string): string {
  // Both rows begin at a multiple of sixteen.
  return text.replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) % 16))
}
