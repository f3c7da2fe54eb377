type Kind = 'success' | 'error' | 'info'

/** Long enough to read, to find the button and to press it. */
const ACTION_MS = 10_000

let toaster: Promise<void> | undefined
let mount: () => Promise<void> = () => Promise.resolve()

/** Hands in what puts the toaster on the page; called once, by the root of the app. */
export function onFirstToast(mountToaster: () => Promise<void>): void {
  mount = mountToaster
  toaster = undefined
}

/** Something that can be done about what a toast says, for as long as it stands. */
export type ToastAction = { label: string; onPress: () => void }

/** Shows a short passing text; read out politely, and it stays while the pointer is on it. */
export async function showToast(kind: Kind, text: string, action?: ToastAction): Promise<void> {
  toaster ??= mount()
  await toaster
  const { toast } = await import('sonner')
  if (!action) return void toast[kind](text)
  toast[kind](text, { action: { label: action.label, onClick: action.onPress }, duration: ACTION_MS })
}
