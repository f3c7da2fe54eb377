import { Trans, useLingui } from '@lingui/react/macro'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { DeskUserList, Seen, seenViews } from '@vesper/sync/vesper/api/desk-users.ts'
import type { DeskUser, SeenView } from '@vesper/sync/vesper/api/desk-users.ts'
import { useUnit } from 'effector-react'
import { useState } from 'react'
import { callApi } from '../../../core/api/api.ts'
import { errorMessage } from '../../../core/api/error-message.ts'
import { $offline } from '../../../core/connection/model.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { SelectField, TextField } from '../../../ui/form/text-field.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { AskApproval } from '../ask-approval.tsx'

type Props = { user: Pick<DeskUser, '_id' | 'username' | 'name'>; onClose: () => void }

/** The id within the address of a post, or alone. */
const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i

/**
 * Shows a part of the site as the account sees it, in text: nothing in it can be pressed. A conversation opens once a second
 * person has consented.
 */
export function SeeAsText({ user, onClose }: Props) {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const [view, setView] = useState<SeenView>('feed')
  const [typed, setTyped] = useState('')
  const [text, setText] = useState<string | null>(null)
  const [asked, setAsked] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const other = typed.trim().replace(/^@/, '')
  const looking = useAction(async () => {
    setText(null)
    setAsked(null)
    const about = view === 'post' ? postOf(typed) : view === 'conversation' ? await accountOf(other) : null
    const query = about === null ? {} : { about }
    try {
      setText((await callApi({ path: `/desk/users/${user._id}/seen/${view}`, query, answer: Seen })).text)
    } catch (error) {
      if (error instanceof Refusal && error.details?.some(({ path }) => path === 'approval')) setAsked(about)
      throw error
    }
  })
  if (isAsking && asked !== null)
    return (
      <AskApproval
        kind="conversation.look"
        payload={{ userId: user._id, withId: asked }}
        about={`conversation.look:${user._id}:${asked}`}
        facts={{ account: user.username ?? user.name, with: other }}
        onAsked={onClose}
        onClose={() => setAsking(false)}
      />
    )
  return (
    <Dialog
      title={t`See as text`}
      failure={looking.error === null ? null : errorMessage(looking.error)}
      onClose={onClose}
      actions={
        <>
          {asked !== null && (
            <Button disabled={isOffline} onClick={() => setAsking(true)}>
              <Trans>Ask for approval</Trans>
            </Button>
          )}
          <Button
            kind={asked === null ? 'primary' : 'secondary'}
            busy={looking.busy}
            disabled={isOffline}
            onClick={() => void looking.run()}
          >
            <Trans>Look</Trans>
          </Button>
        </>
      }
    >
      <ViewFields
        {...{ view, typed }}
        isBusy={looking.busy}
        onChange={(next) => {
          setText(null)
          setAsked(null)
          setView(next.view)
          setTyped(next.typed)
        }}
      />
      {text !== null && (
        <p dir="auto" className="text-sm wrap-anywhere whitespace-pre-wrap">
          {text === '' ? <Trans>Nothing here</Trans> : text}
        </p>
      )}
    </Dialog>
  )
}

type Fields = { view: SeenView; typed: string }

function ViewFields({ view, typed, isBusy, onChange }: Fields & { isBusy: boolean; onChange: (next: Fields) => void }) {
  const { t } = useLingui()
  const names: Record<SeenView, string> = {
    ...{ feed: t`Feed`, profile: t`Profile`, post: t`Post`, conversation: t`Conversation`, orders: t`Orders` },
    ...{ wallet: t`Wallet`, subscriptions: t`Subscriptions` },
  }
  const labels: Partial<Record<SeenView, string>> = {
    post: t`Address of the post`,
    conversation: t`Username of the other person`,
  }
  return (
    <>
      <SelectField
        label={t`View`}
        hint={
          view === 'conversation' ? t`A second person has to consent. Your look is audited.` : t`Your look is audited.`
        }
        value={view}
        disabled={isBusy}
        onChange={({ currentTarget: { value } }) =>
          onChange({ view: seenViews.find((one) => one === value) ?? 'feed', typed: '' })
        }
      >
        {seenViews.map((one) => (
          <option key={one} value={one}>
            {names[one]}
          </option>
        ))}
      </SelectField>
      {labels[view] !== undefined && (
        <TextField
          label={labels[view]}
          autoCapitalize="none"
          autoComplete="off"
          value={typed}
          disabled={isBusy}
          onChange={(event) => onChange({ view, typed: event.currentTarget.value })}
        />
      )}
    </>
  )
}

function postOf(typed: string): string {
  const [id] = ID.exec(typed) ?? []
  if (id === undefined) throw new Refusal('invalid', 'Choose a post.')
  return id.toLowerCase()
}

/** The id of the account with exactly this username. */
async function accountOf(username: string): Promise<string> {
  const { data } = await callApi({ path: '/desk/users', query: { q: username }, answer: DeskUserList })
  const found = username === '' ? undefined : data.find((row) => row.username === username.toLowerCase())
  if (!found) throw new Refusal('not-found', 'There is no such account.')
  return found._id
}
