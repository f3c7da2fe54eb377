import { useAction } from '../../ui/form/use-action.ts'
import { showToast } from '../../ui/overlay/toast.ts'
import { errorMessage } from './error-message.ts'

/** Like `useAction`, for actions without a place for a failure: a toast tells of it, with `fallback` where the server has no words. */
export function useActionWithToast<Args extends unknown[]>(work: (...args: Args) => Promise<void>, fallback?: string) {
  return useAction((...args: Args) =>
    work(...args).catch((error: unknown) => void showToast('error', errorMessage(error, fallback))),
  )
}
