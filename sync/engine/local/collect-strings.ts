/** All texts in values of any shape, at any depth. */
export function collectStrings(values: unknown[]): Set<string> {
  const texts = new Set<string>()
  for (const value of values) addTexts(value, texts)
  return texts
}

function addTexts(value: unknown, texts: Set<string>): void {
  if (typeof value === 'string') texts.add(value)
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) addTexts(part, texts)
}
