import { useAction } from '../../ui/form/use-action.ts'
import { showToast } from '../../ui/overlay/toast.ts'
import { textOf } from './error-message.ts'

/** Like `useAction`, for actions without a place for a failure: a toast tells of it, with `fallback` where the server has no words. */
export function useToldAction<Args extends unknown[]>(work: (...args: Args) => Promise<void>, fallback?: string) {
  return useAction((...args: Args) =>
    work(...args).catch((error: unknown) => void showToast('error', textOf(error, fallback))),
  )
}
