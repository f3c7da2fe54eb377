type Kind = 'success' | 'error' | 'info'

let toaster: Promise<void> | undefined
let mount: () => Promise<void> = () => Promise.resolve()

/** Hands in what puts the toaster on the page; called once, by the root of the app. */
export function onFirstToast(mountToaster: () => Promise<void>): void {
  mount = mountToaster
  toaster = undefined
}

/** Shows a short passing text; read out politely, and it stays while the pointer is on it. */
export async function showToast(kind: Kind, text: string): Promise<void> {
  toaster ??= mount()
  await toaster
  const { toast } = await import('sonner')
  toast[kind](text)
}
