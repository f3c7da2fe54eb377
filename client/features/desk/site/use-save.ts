import { useLingui } from '@lingui/react/macro'
import { useAction } from '../../../ui/form/use-action.ts'
import { showToast } from '../../../ui/overlay/toast.ts'

type Parts<Args extends unknown[]> = {
  /** Asks the server for the change. */
  send: (...args: Args) => Promise<unknown>
  /** Reads the text that stands, also after a refusal: another person may have changed it. */
  reload: () => Promise<unknown>
  /** The words are saved. */
  onSaved: () => void
}

/** Saves typed words, which stay where they are until the server has them. */
export function useSave<Args extends unknown[]>({ send, reload, onSaved }: Parts<Args>) {
  const { t } = useLingui()
  return useAction(async (...args: Args) => {
    try {
      await send(...args)
    } catch (error) {
      await reload()
      throw error
    }
    await reload()
    onSaved()
    void showToast('success', t`Saved`)
  })
}
