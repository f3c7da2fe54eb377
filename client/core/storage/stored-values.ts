/** `sessionStorage` lives as long as the tab. */
type Area = 'localStorage' | 'sessionStorage'

/**
 * Key of an account's value: `vesper-<kind>:<account>`, with `:<name>` where an account has several. Logging out removes all
 * keys of this form, so that a new kind needs no remover.
 */
export function accountKey(kind: string, account: string, name?: string): string {
  const key = `vesper-${kind}:${account}`
  return name === undefined ? key : `${key}:${name}`
}

/** Holds the account that is being removed from this device, for all tabs. */
export const LEAVING_KEY = 'vesper-leaving'

/** Removes every value of an account from this device. */
export function removeAccountKeys(account: string): void {
  for (const key of storedKeys('vesper-')) if (isOfAccount(key, account)) removeStored(key)
}

function isOfAccount(key: string, account: string): boolean {
  const rest = key.slice(key.indexOf(':'))
  return rest === `:${account}` || rest.startsWith(`:${account}:`)
}

/** Null without a value; undefined where the browser refuses its storage. */
export function readStoredValue(key: string, area: Area = 'localStorage'): string | null | undefined {
  return attempt(() => globalThis[area].getItem(key))
}

/** Null without a value that is JSON. */
export function readStoredJson(key: string, area: Area = 'localStorage'): unknown {
  return attempt(() => JSON.parse(readStoredValue(key, area) ?? 'null') as unknown) ?? null
}

/**
 * False where the browser refuses its storage or has no room: the value then lives as long as the page. False as well for a
 * value of an account that is being removed: another tab may not have heard of it.
 */
export function store(key: string, text: string, area: Area = 'localStorage'): boolean {
  const leaving = readStoredValue(LEAVING_KEY)
  if (leaving && isOfAccount(key, leaving)) return false
  return attempt(() => (globalThis[area].setItem(key, text), true)) ?? false
}

export function storeJson(key: string, value: unknown, area: Area = 'localStorage'): boolean {
  return store(key, JSON.stringify(value), area)
}

export function removeStored(key: string, area: Area = 'localStorage'): void {
  attempt(() => globalThis[area].removeItem(key))
}

/** All keys that begin with `prefix`. */
export function storedKeys(prefix: string, area: Area = 'localStorage'): string[] {
  const keys = attempt(() => Object.keys(globalThis[area])) ?? []
  return keys.filter((key) => key.startsWith(prefix))
}

function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
