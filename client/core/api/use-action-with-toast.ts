import { textOf } from './error-message.ts'
import { showToast } from '../../ui/toast.ts'
import { useAction } from '../../ui/use-action.ts'

/** Like `useAction`, of what has no place of its own for a failure: a notice tells of it. */
export function useToldAction<Args extends unknown[]>(work: (...args: Args) => Promise<void>) {
  return useAction((...args: Args) => work(...args).catch((error: unknown) => void showToast('error', textOf(error))))
}
