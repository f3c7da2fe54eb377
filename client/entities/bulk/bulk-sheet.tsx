import { plural, t } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { errorMessage } from '../../core/api/error-message.ts'
import { Button } from '../../ui/controls/button.tsx'
import { SelectField } from '../../ui/form/text-field.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { showToast } from '../../ui/overlay/toast.ts'
import { bulkPlan } from './bulk-plan.ts'
import type { BulkAction, BulkDeed, BulkPlan, BulkRefusal, BulkThing } from './bulk-plan.ts'

type Props = {
  action: BulkAction
  things: readonly BulkThing[]
  deed: BulkDeed
  undo: BulkDeed
  onClose: () => void
  onDone: () => void
}

/** Says how many things an action is done to and which not, does it to each, and tells how far it has come. */
export function BulkSheet({ action: asked, things, deed, undo, onClose, onDone }: Props) {
  const { t: word } = useLingui()
  const [action, setAction] = useState(asked)
  const [done, setDone] = useState(0)
  // The things change as the action is done to them, and the plan does not.
  const [begun, setBegun] = useState<BulkPlan | null>(null)
  const plan = begun ?? bulkPlan(action, things)
  const count = plan.ready.length
  const titles = {
    archive: word`Archive`,
    restore: word`Restore`,
    remove: word`Delete`,
    audience: word`Change audience`,
  }
  const applying = useAction(async () => {
    setDone(0)
    setBegun(plan)
    try {
      for (const thing of plan.ready) {
        await deed(action, thing)
        setDone((now) => now + 1)
      }
    } finally {
      setBegun(null)
    }
    tellDone(action, plan.ready, undo)
    onDone()
  })
  return (
    <Dialog
      title={titles[action.do]}
      onClose={() => !applying.busy && onClose()}
      failure={applying.error === null ? null : errorMessage(applying.error)}
      actions={
        <>
          <Button
            kind={action.do === 'remove' ? 'danger' : 'primary'}
            busy={applying.busy}
            disabled={count === 0}
            onClick={() => void applying.run()}
          >
            <Trans>Apply to {count}</Trans>
          </Button>
          <Button kind="secondary" disabled={applying.busy} onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        </>
      }
    >
      {action.do === 'audience' && <Audience action={action} onChange={setAction} />}
      <Preview action={action} plan={plan} />
      <p role="status" className="text-sm text-muted empty:absolute">
        {applying.busy && (
          <Trans>
            {done} of {count}
          </Trans>
        )}
      </p>
    </Dialog>
  )
}

type Audience = Extract<BulkAction, { do: 'audience' }>

function Audience({ action, onChange }: { action: Audience; onChange: (action: Audience) => void }) {
  const { t } = useLingui()
  return (
    <SelectField
      label={t`Who can see it`}
      value={action.access}
      onChange={({ target }) => onChange({ ...action, access: target.value as Audience['access'] })}
    >
      <option value="public">{t`Everyone`}</option>
      <option value="followers">{t`Followers`}</option>
      <option value="subscribers">{t`Subscribers`}</option>
    </SelectField>
  )
}

function Preview({ action, plan: { ready, refused } }: { action: BulkAction; plan: BulkPlan }) {
  return (
    <div className="grid gap-2 text-ink">
      <p>
        {action.do === 'remove' ? (
          <Plural value={ready.length} one="# is deleted for everyone." other="# are deleted for everyone." />
        ) : (
          <Plural value={ready.length} one="# is changed." other="# are changed." />
        )}
      </p>
      {action.do === 'remove' && (
        <p>
          <Trans>You cannot undo this. Those that somebody bought cannot be deleted: they are archived.</Trans>
        </p>
      )}
      {action.do === 'audience' && ready.some(({ access }) => access === 'paid') && (
        <p>
          <Trans>Posts with a price lose it. Buyers keep what they bought.</Trans>
        </p>
      )}
      {refused.length > 0 && (
        <>
          <p>
            <Plural value={refused.length} one="# stays as it is:" other="# stay as they are:" />
          </p>
          <ul className="grid max-h-60 gap-1 overflow-y-auto text-sm text-muted">
            {refused.map(({ thing, reason }) => (
              <li key={thing._id}>
                <bdi>{thing.name || <Trans>No text yet</Trans>}</bdi>: <ReasonWord reason={reason} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function ReasonWord({ reason }: { reason: BulkRefusal }) {
  switch (reason) {
    case 'same':
      return <Trans>it is so already</Trans>
    case 'unpublished':
      return <Trans>it is not published yet</Trans>
    case 'hidden':
      return <Trans>staff have hidden it</Trans>
    case 'not-archived':
      return <Trans>it is not archived</Trans>
  }
}

/** An archiving and a restoring can be taken back for as long as the toast stands. */
function tellDone(action: BulkAction, things: readonly BulkThing[], undo: BulkDeed): void {
  const text = plural(things.length, { one: '# changed', other: '# changed' })
  if (action.do !== 'archive' && action.do !== 'restore') return void showToast('success', text)
  const back = async () => {
    for (const thing of things) await undo(action, thing)
  }
  void showToast('success', text, {
    label: t`Undo`,
    onPress: () => void back().catch((error: unknown) => showToast('error', errorMessage(error))),
  })
}
