const PREFIX = 'vesper-form:'

export type KeptForm = { name: string; values: Record<string, unknown> }

/** What somebody typed into a form of the account and has not saved, also before the browser was closed or killed. */
export function readKeptForm(account: string, name: string): Record<string, unknown> {
  try {
    const values = JSON.parse(localStorage.getItem(keyOf(account, name)) ?? '{}') as unknown
    return typeof values === 'object' && values !== null ? { ...values } : {}
  } catch {
    return {}
  }
}

export function writeKeptForm(account: string, name: string, values: Record<string, unknown>): void {
  try {
    localStorage.setItem(keyOf(account, name), JSON.stringify(values))
  } catch {
    // Without storage the form lives as long as the page.
  }
}

export function removeKeptForm(account: string, name: string): void {
  try {
    localStorage.removeItem(keyOf(account, name))
  } catch {
    // Nothing was kept.
  }
}

/** All of an account. */
export function keptForms(account: string): KeptForm[] {
  try {
    const names = Object.keys(localStorage).filter((key) => key.startsWith(keyOf(account, '')))
    return names
      .map((key) => key.slice(keyOf(account, '').length))
      .map((name) => ({ name, values: readKeptForm(account, name) }))
  } catch {
    return []
  }
}

export function removeKeptForms(account: string): void {
  for (const { name } of keptForms(account)) removeKeptForm(account, name)
}

function keyOf(account: string, name: string): string {
  return `${PREFIX}${account}:${name}`
}
