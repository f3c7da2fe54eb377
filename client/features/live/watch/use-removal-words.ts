import { useLingui } from '@lingui/react/macro'

/** Says why a viewer is outside: a reason that the server gives by its name, or in words of its own. Null for no reason. */
export function useRemovalWords(reason: string | null): string | null {
  const { t } = useLingui()
  switch (reason) {
    case 'pay':
      return t`Your ticket is not valid any more. You can buy another one.`
    case 'rate':
      return t`Your seat has ended.`
    case 'subscribe':
      return t`Your subscription has ended.`
    case 'follow':
      return t`You do not follow the creator any more.`
    case 'hidden':
      return t`You cannot watch this stream any more.`
    default:
      return reason
  }
}
