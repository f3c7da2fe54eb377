import type Stripe from 'stripe'
import { testCards } from './cards.ts'
import type { TestCard } from './cards.ts'

const STYLE = `
:root { color-scheme: dark light; --ink: light-dark(#1d1930, #efecfa); --soft: light-dark(#635d78, #a9a2c2);
  --ground: light-dark(#f7f5fc, #131020); --card: light-dark(#fff, #1d1930); --line: light-dark(#cfc8e4, #453d66);
  --accent: light-dark(#5b3fd0, #b9a5ff); --on: light-dark(#fff, #17122b); --bad: light-dark(#b3261e, #ffb4ab); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
main { width: min(26rem, 100%); padding: 1rem; }
form { background: var(--card); border: 1px solid var(--line); border-radius: 1.25rem; padding: 1.5rem; display: grid; gap: .75rem; }
h1 { margin: 0; font-size: 1.25rem; }
p { margin: 0; color: var(--soft); overflow-wrap: anywhere; }
.amount { color: var(--ink); font-size: 2rem; font-weight: 700; }
.refused { color: var(--bad); font-weight: 600; }
button { font: inherit; font-weight: 600; min-height: 48px; padding: .6rem 1rem; border-radius: .75rem; cursor: pointer;
  border: 1px solid var(--line); background: transparent; color: inherit; }
select { font: inherit; min-height: 48px; padding: .6rem 1rem; border-radius: .75rem; border: 1px solid var(--line);
  background: transparent; color: inherit; width: 100%; }
option { background: var(--card); color: var(--ink); }
label { display: grid; gap: .25rem; font-weight: 600; }
button.main { background: var(--accent); border-color: var(--accent); color: var(--on); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }`

type Shown = { session: Stripe.Checkout.Session; items: readonly string[]; isDeclined?: boolean }

const CARDS: Record<TestCard, string> = {
  works: 'Works',
  declines: 'Can be saved, is declined later',
  asks: 'Asks for 3-D Secure at each payment',
  expires: 'Expires this month',
}

/** The page on which a checkout is paid, declined or left, or a card is saved, as HTML without script. */
export function payPage({ session, items, isDeclined = false }: Shown): string {
  return session.mode === 'setup' ? setupPage(isDeclined) : paymentPage({ session, items, isDeclined })
}

function paymentPage({ session, items, isDeclined }: Shown): string {
  const amount = new Intl.NumberFormat('en', { style: 'currency', currency: session.currency ?? 'usd' }).format(
    (session.amount_total ?? 0) / 100,
  )
  return page(`<form method="post">
<h1>Test payment</h1>
<p>No card is charged. Choose how this payment ends.</p>
<p class="amount">${escape(amount)}</p>
<p>${items.map(escape).join(', ')}</p>
${isDeclined ? '<p class="refused" role="alert">The card was declined. Nothing was charged. Try again.</p>' : ''}
<button class="main" name="answer" value="pay">Pay</button>
<button name="answer" value="authenticate">Pay with 3-D Secure</button>
<button name="answer" value="close">Pay and close</button>
<button name="answer" value="dispute">Dispute it right after</button>
<button name="answer" value="decline">Decline</button>
<button name="answer" value="cancel">Cancel</button>
</form>`)
}

function setupPage(isDeclined: boolean): string {
  const options = Object.entries(testCards).map(
    ([name, { last4 }]) => `<option value="${name}">···· ${last4}: ${CARDS[name as TestCard]}</option>`,
  )
  return page(`<form method="post">
<h1>Test card</h1>
<p>No real card is saved. Choose one, and how this ends.</p>
${isDeclined ? '<p class="refused" role="alert">The card was declined. It was not saved. Try again.</p>' : ''}
<label>Card <select name="card">${options.join('')}</select></label>
<button class="main" name="answer" value="pay">Save card</button>
<button name="answer" value="authenticate">Save with 3-D Secure</button>
<button name="answer" value="close">Save and close</button>
<button name="answer" value="decline">Decline</button>
<button name="answer" value="cancel">Cancel</button>
</form>`)
}

/** The step of 3-D Secure: the bank asks. */
export function authenticationPage(card: TestCard): string {
  return page(`<form method="post">
<h1>Confirm at your bank</h1>
<p>Your bank asks if this is you.</p>
<input type="hidden" name="card" value="${card}">
<button class="main" name="answer" value="confirm">Confirm</button>
<button name="answer" value="decline">This was not me</button>
</form>`)
}

/** The form of a connected account: the provider asks who gets the money. */
export function accountPage(email: string | null): string {
  return page(`<form method="post">
<h1>Test account for payouts</h1>
<p>No data is asked for. Choose how this form ends${email === null ? '' : ` for ${escape(email)}`}.</p>
<button class="main" name="answer" value="complete">Complete</button>
<button name="answer" value="refusing">Complete with a bank that refuses payouts</button>
<button name="answer" value="later">Later</button>
</form>`)
}

/** The page after the last button. */
export function notePage(title: string, text: string): string {
  return page(`<form><h1>${escape(title)}</h1><p>${escape(text)}</p></form>`)
}

function page(content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Test payment</title>
<style>${STYLE}</style>
</head>
<body><main>${content}</main></body>
</html>
`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}
