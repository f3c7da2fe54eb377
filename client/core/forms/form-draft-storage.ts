import { accountKey, readStoredJson, removeStored, storedKeys, storeJson } from '../storage/stored-values.ts'

export type FormDraft = { name: string; values: Record<string, unknown> }

/** The unsaved texts of forms, by form name. Without storage a form lives as long as the page. */
export type FormDraftStorage = {
  /** Empty where nothing is kept that is a form's. */
  read: (name: string) => Record<string, unknown>
  /** False without room. */
  write: (name: string, values: Record<string, unknown>) => boolean
  remove: (name: string) => void
  all: () => FormDraft[]
  clear: () => void
}

/** The forms of this tab, until it is closed or the user logs out. */
export const tabForms = formsIn('sessionStorage', 'vesper-draft:')

/** The forms of an account, also after the browser was closed or killed. */
export function formsOf(account: string): FormDraftStorage {
  return formsIn('localStorage', accountKey('form', account, ''))
}

function formsIn(kind: 'localStorage' | 'sessionStorage', prefix: string): FormDraftStorage {
  const read: FormDraftStorage['read'] = (name) => {
    const values = readStoredJson(prefix + name, kind)
    return typeof values === 'object' ? { ...values } : {}
  }
  const remove: FormDraftStorage['remove'] = (name) => removeStored(prefix + name, kind)
  const all: FormDraftStorage['all'] = () => {
    const names = storedKeys(prefix, kind).map((key) => key.slice(prefix.length))
    return names.map((name) => ({ name, values: read(name) }))
  }
  return {
    read,
    write: (name, values) => storeJson(prefix + name, values, kind),
    remove,
    all,
    clear: () => all().forEach(({ name }) => remove(name)),
  }
}
