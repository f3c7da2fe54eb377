export type KeptForm = { name: string; values: Record<string, unknown> }

/** What people typed into forms, by the names of these. Without storage a form lives as long as the page. */
export type KeptForms = {
  /** Empty where nothing is kept that is a form's. */
  read: (name: string) => Record<string, unknown>
  /** `true` where there was room. */
  write: (name: string, values: Record<string, unknown>) => true | undefined
  remove: (name: string) => void
  all: () => KeptForm[]
  clear: () => void
}

/** Of this tab: until it is closed, or somebody logs out. */
export const tabForms = formsIn('sessionStorage', 'vesper-draft:')

/** Of an account: also after the browser was closed or killed. */
export function formsOf(account: string): KeptForms {
  return formsIn('localStorage', `vesper-form:${account}:`)
}

function formsIn(kind: 'localStorage' | 'sessionStorage', prefix: string): KeptForms {
  const read: KeptForms['read'] = (name) => {
    const values = attempt(() => JSON.parse(window[kind].getItem(prefix + name) ?? '{}') as unknown)
    return typeof values === 'object' ? { ...values } : {}
  }
  const remove: KeptForms['remove'] = (name) => attempt(() => window[kind].removeItem(prefix + name))
  const all: KeptForms['all'] = () => {
    const keys = attempt(() => Object.keys(window[kind])) ?? []
    const names = keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length))
    return names.map((name) => ({ name, values: read(name) }))
  }
  return {
    read,
    write: (name, values) => attempt(() => (window[kind].setItem(prefix + name, JSON.stringify(values)), true)),
    remove,
    all,
    clear: () => all().forEach(({ name }) => remove(name)),
  }
}

/** A browser may refuse its storage, and what lies in it may be anything. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
