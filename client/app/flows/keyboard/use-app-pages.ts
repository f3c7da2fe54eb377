import { useLingui } from '@lingui/react/macro'
import { folded } from '@vesper/sync/vesper/records/folded-text.ts'
import { useUnit } from 'effector-react'
import { $user } from '../../../core/session/model.ts'
import { accountOf } from '../../../core/session/post-login-destination.ts'
import type { Finding } from './finding.ts'

/** Pages, settings and actions of the app whose names have the words. */
export function useAppPages(q: string): Finding[] {
  const { t } = useLingui()
  const user = useUnit($user)
  const account = accountOf(user?.isPerformer ?? false)
  const everyone: [string, string][] = [
    [t`Explore`, '/explore'],
    [t`Live`, '/live'],
    [t`Help`, '/pages/help'],
    [t`Contact`, '/contact'],
  ]
  const signedIn: [string, string][] = [
    [t`Home`, '/home'],
    [t`Messages`, '/messages'],
    [t`Notifications`, '/notifications'],
    [t`Following`, '/following'],
    [t`Bookmarks`, '/bookmarks'],
    [t`Orders`, '/orders'],
    [t`Cart`, '/cart'],
    [t`Purchases`, '/purchases'],
    [t`Subscriptions`, '/subscriptions'],
    [t`Wallet`, '/wallet'],
    [t`Account`, account],
    [t`Password and devices`, `${account}?tab=security`],
    [t`Theme, language and data use`, `${account}?tab=app`],
    [t`Addresses`, '/addresses'],
    [t`Cards`, '/cards'],
    [t`Waiting to be sent`, '/outbox'],
    [t`About this device`, '/device'],
  ]
  const creators: [string, string][] = [
    [t`Write a post`, '/creator/studio/new'],
    [t`Studio`, '/creator/studio'],
    [t`Followers`, '/creator/followers'],
    [t`Subscribers`, '/creator/subscribers'],
    [t`Earnings`, '/creator/earnings'],
    [t`Prices`, `${account}?tab=prices`],
    [t`Blocked`, '/creator/blocked'],
    [t`Verification`, '/creator/verification'],
  ]
  const words = folded(q).split(/\s+/).filter(Boolean)
  return [...(user ? signedIn : []), ...(user?.isPerformer ? creators : []), ...everyone]
    .filter(([name]) => words.length > 0 && words.every((word) => folded(name).includes(word)))
    .map(([name, path]) => ({ kind: 'page', path, name }))
}
