import { useLingui } from '@lingui/react/macro'
import type { MailKey } from '@vesper/sync/vesper/api/desk-mails.ts'

/** The names of the mails of the site, and of the placeholders in them. */
export function useMailWords() {
  const { t } = useLingui()
  const mails: Record<MailKey, string> = {
    ...{ 'confirm-address': t`Confirm an email address`, 'password-reset': t`Choose a new password` },
    ...{ 'login-link': t`Log in after many wrong passwords`, 'password-changed': t`Password changed` },
    ...{ 'new-device': t`Login on a new device`, 'sign-in-changed': t`Second factors changed` },
    ...{ 'creator-approved': t`Creator approved`, 'creator-rejected': t`Creator not approved` },
    ...{ 'payout-paid': t`Payout paid`, 'payout-failed': t`Payout failed` },
    ...{ 'payout-rejected': t`Payout rejected`, 'payout-waiting': t`Payout waits for money, to the operator` },
    ...{ 'order-files': t`Order of files`, 'order-parcel': t`Order that is sent by post` },
    ...{ 'order-shipped': t`Order on its way`, 'order-canceled': t`Order canceled, to the buyer` },
    ...{ 'order-refunded': t`Tokens back for an order`, 'subscription-begun': t`Subscription begun` },
    ...{ 'subscription-renewed': t`Subscription renewed`, 'subscription-renews-soon': t`Subscription renews soon` },
    ...{ 'subscription-not-renewed': t`Subscription not renewed`, 'subscription-ended': t`Subscription ended` },
  }
  const placeholders: Record<string, string> = {
    ...{ name: t`Name of the receiver`, link: t`Link that the mail is about`, logins: t`Other logins, one a line` },
    ...{ accountLink: t`Link to the account page`, forgotLink: t`Link to a new password` },
    ...{ device: t`Device`, country: t`Country`, time: t`Time`, notMe: t`What to do if it was somebody else` },
    ...{ change: t`The change, in a sentence`, reason: t`The reason`, amount: t`Amount of money` },
    ...{ payout: t`Number of the payout`, number: t`Number of the order`, creator: t`Name of the creator` },
    ...{ tokens: t`Tokens`, parcel: t`Carrier and tracking number`, trackingLink: t`Link to follow the parcel` },
    ...{ until: t`End of the access`, cost: t`The price, in a sentence`, price: t`Price` },
    ...{ break: t`A planned break, in sentences`, limit: t`A limit of the subscriber, in a sentence` },
  }
  return { mails, placeholders }
}
