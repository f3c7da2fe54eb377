import { Plural, useLingui } from '@lingui/react/macro'
import { Charge, TIP_MESSAGE_MAX } from '@vesper/sync/vesper/api/charges.ts'
import { Creator } from '@vesper/sync/vesper/records/creator.ts'
import { useUnit } from 'effector-react'
import { useKeptAnswer } from '../../core/api/use-cached-query.ts'
import { $offline } from '../../core/connection/model.ts'
import { parseWhole } from '../../core/forms/parse-whole.ts'
import { useKeptForm } from '../../core/forms/use-kept-form.ts'
import { $user } from '../../core/session/model.ts'
import { $settings } from '../../core/settings/model.ts'
import { useSync } from '../../core/sync/sync-provider.tsx'
import { WithSyncDialog } from '../../core/sync/with-sync-dialog.tsx'
import type { Content } from '../../entities/content/content-actions.ts'
import { useContentPage } from '../../entities/content/use-content-page.ts'
import { RemindMe } from '../../entities/payments/reminders/remind-me.tsx'
import { forgetReminder } from '../../entities/payments/reminders/reminder.ts'
import type { Wanted } from '../../entities/payments/reminders/reminder.ts'
import { forgetLeftPayments } from '../../entities/payments/top-up/left-payments.ts'
import { PaySummary } from '../../entities/payments/top-up/pay-summary.tsx'
import { usePayment } from '../../entities/payments/use-payment.ts'
import { useWallet } from '../../entities/payments/use-wallet.ts'
import { useTipMenu } from '../../entities/tips/use-tip-menu.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextArea, TextField } from '../../ui/form/text-field.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { showToast } from '../../ui/overlay/toast.ts'
import { MenuChoice } from './menu-choice.tsx'

const FIRST = '50'

type Props = { content: Content; onClose: () => void }

/** Asks how many tokens a creator is given, and for a few words. */
export function TipDialog(props: Props) {
  const { t } = useLingui()
  return (
    <WithSyncDialog title={t`Send a tip`} onClose={props.onClose}>
      <Tip {...props} />
    </WithSyncDialog>
  )
}

function Tip({ content, onClose }: Props) {
  const { ownerId, tip, streamId } = content
  const { t } = useLingui()
  const [isOffline, settings, user] = useUnit([$offline, $settings, $user])
  const page = useContentPage(content)
  const { data: creator } = useKeptAnswer(`/performers/${ownerId}`, Creator)
  const sync = useSync()
  const wallet = useWallet()
  const { typed, tokens, message, words, menu, item, edit, forget } = useTipForm(ownerId, tip)
  const name = creator?.name ?? ''
  const wanted: Wanted = { type: 'tip', id: ownerId, ownerId, name, ...words }
  const body = { ...words, ...(item && { itemId: item._id }), ...(streamId !== undefined && { streamId }) }
  const payment = { path: `/wallet/charges/tip/${ownerId}`, body, seen: wallet?.balance }
  const {
    pay,
    busy,
    failure,
    isUnanswered,
    seen: balance,
  } = usePayment(payment, Charge, (charge) => {
    forget()
    forgetLeftPayments(user?._id ?? '', page)
    forgetReminder(sync, wanted)
    onClose()
    void showToast('success', t`${name} received ${charge.tokens} tokens from you.`)
  })
  const [least, most] = [settings?.minimumTipPrice ?? 1, settings?.maximumTipPrice ?? Number.MAX_SAFE_INTEGER]
  const isInBounds = tokens !== null && tokens >= least && tokens <= most
  const error = typed === '' || isInBounds ? undefined : t`Choose whole tokens, from ${least} to ${most}.`
  const missesTokens = tokens !== null && balance !== undefined && (balance < tokens || (wallet?.debt ?? 0) > 0)
  const isShort = tokens === null || balance === undefined || missesTokens
  return (
    <Dialog
      title={name ? t`Send a tip to ${name}` : t`Send a tip`}
      onClose={onClose}
      failure={failure}
      actions={
        <>
          <Button
            // Topping up is the next step then.
            kind={isInBounds && missesTokens && !isUnanswered ? 'secondary' : 'primary'}
            data-pays
            busy={busy}
            disabled={isOffline || !isInBounds || (isShort && !isUnanswered)}
            onClick={() => void pay()}
          >
            <Plural value={tokens ?? 0} one="Send # token" other="Send # tokens" />
          </Button>
          <RemindMe wanted={wanted} disabled={!isInBounds} />
        </>
      }
    >
      {menu && (
        <MenuChoice
          menu={menu}
          chosen={item?._id ?? null}
          onChoose={(line) => edit(line ? { itemId: line._id, tokens: String(line.price) } : { itemId: '' })}
        />
      )}
      <Fields tokens={typed} message={message} error={error} onEdit={edit} />
      {isInBounds && (
        <PaySummary
          tokens={tokens}
          balance={balance}
          debt={wallet?.debt}
          isUnanswered={isUnanswered}
          asked={{ by: 'tip', content: { ...content, tip: { tokens, message } } }}
        />
      )}
    </Dialog>
  )
}

type FieldsProps = {
  tokens: string
  message: string
  error: string | undefined
  onEdit: (change: { tokens?: string; message?: string }) => void
}

function Fields({ tokens, message, error, onEdit }: FieldsProps) {
  const { t } = useLingui()
  return (
    <>
      <TextField
        label={t`Tokens`}
        inputMode="numeric"
        autoComplete="off"
        value={tokens}
        error={error}
        onChange={(event) => onEdit({ tokens: event.currentTarget.value })}
      />
      <TextArea
        label={t`Message`}
        value={message}
        maxLength={TIP_MESSAGE_MAX}
        onChange={(event) => onEdit({ message: event.currentTarget.value })}
      />
    </>
  )
}

/** The tip as it was begun or typed, with the line of the menu that it buys: none that has gone, or costs something else by now. */
function useTipForm(ownerId: string, tip: Content['tip']) {
  const begun = tip && { tokens: tip.tokens === null ? FIRST : String(tip.tokens), message: tip.message }
  const { values, ...form } = useKeptForm(`tip:${ownerId}`, { tokens: FIRST, message: '', itemId: '' }, begun)
  const { tokens: typed, message, itemId } = values
  const tokens = parseWhole(typed)
  const menu = useTipMenu(ownerId)
  const item = menu?.items.find(({ _id, price }) => _id === itemId && price === tokens)
  return { ...form, typed, tokens, message, menu, item, words: { tokens, message: message.trim() } }
}
