import { Trans } from '@lingui/react/macro'
import type { PushKind } from '@vesper/sync/vesper/api/push.ts'
import { MUTABLE_KINDS } from '@vesper/sync/vesper/records/notification.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { useLiveQuery } from '../../core/sync/use-live-query.ts'
import { KindChoice } from './kind-choice.tsx'

/** The kinds of notifications that the account has at all, on each of its devices; news about the account always come. */
export function ActivityChoice({ account, isCreator }: { account: string; isCreator: boolean }) {
  const sync = useSync()
  const { db } = sync
  // Undefined while it is read.
  const held = useLiveQuery(async () => (await db.preferences.get(account)) ?? null, [db, account])
  if (held === undefined) return null
  const choose = (kinds: readonly PushKind[], on: boolean) =>
    void sync.mutate('preferences.update', {
      changes: { notices: Object.fromEntries(kinds.map((kind) => [kind, on])) },
    })
  return (
    <KindChoice
      legend={<Trans>Show in Activity, on all your devices</Trans>}
      isCreator={isCreator}
      choosable={MUTABLE_KINDS}
      isOn={(kind) => kind === 'message' || !held?.muted?.includes(kind)}
      onChoose={choose}
    />
  )
}
