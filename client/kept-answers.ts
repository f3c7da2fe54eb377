const PREFIX = 'vesper-kept:'

/** An answer of the server that was kept for a start without a line; null when there is none. Per account, see `logout.ts`. */
export function readKept<Answer>(account: string, key: string): Answer | null {
  try {
    return JSON.parse(localStorage.getItem(`${PREFIX}${account}:${key}`) ?? 'null') as Answer | null
  } catch {
    return null
  }
}

export function keepAnswer(account: string, key: string, answer: unknown): void {
  try {
    localStorage.setItem(`${PREFIX}${account}:${key}`, JSON.stringify(answer))
  } catch {
    // A full storage costs the offline copy, nothing else.
  }
}

export function removeKept(account: string): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(`${PREFIX}${account}:`)) localStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
