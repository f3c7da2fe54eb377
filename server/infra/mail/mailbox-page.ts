import { escapeHtml } from '../http/escape-html.ts'
import type { Mail } from './entity.ts'

const STYLE = `
:root { color-scheme: dark light; --ink: light-dark(#1d1930, #efecfa); --soft: light-dark(#635d78, #a9a2c2);
  --ground: light-dark(#f7f5fc, #131020); --card: light-dark(#fff, #1d1930); --line: light-dark(#e2ddf0, #322c4c);
  --accent: light-dark(#5b3fd0, #b9a5ff); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { margin: 0; font-size: 1.5rem; }
header p, .meta, .empty { color: var(--soft); }
form { display: flex; gap: .5rem; margin: 1.25rem 0; flex-wrap: wrap; align-items: end; }
label { display: grid; gap: .25rem; flex: 1 1 14rem; font-size: .875rem; }
input, button { font: inherit; padding: .6rem .8rem; border: 1px solid var(--line); border-radius: .6rem;
  background: var(--card); color: inherit; min-height: 44px; }
article { background: var(--card); border: 1px solid var(--line); border-radius: 1rem; padding: 1.25rem; margin: 1rem 0; }
h2 { margin: 0 0 .25rem; font-size: 1.0625rem; }
.meta { margin: 0; font-size: .875rem; overflow-wrap: anywhere; }
pre { margin: 1rem 0 0; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }`

type Shown = Omit<Mail, 'template' | 'nextAttemptAt'>

/** The page of the mails, newest first, as HTML without script. `to` is what the list is narrowed to. */
export function mailboxPage(mails: readonly Shown[], to: string): string {
  const list = mails.length > 0 ? mails.map(article).join('\n') : '<p class="empty">No mail here yet.</p>'
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Mailbox – Vesper</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<header><h1>Mailbox</h1><p>Every mail that the app wrote. This page exists outside production only.</p></header>
<form method="get" action="/mailbox" role="search">
<label>To<input name="to" type="search" value="${escapeHtml(to)}" placeholder="name@example.com"></label>
<button>Show</button>
</form>
${list}
</main>
</body>
</html>
`
}

function article(mail: Shown): string {
  const at = mail.createdAt.toISOString()
  return `<article id="${mail.id}">
<h2>${escapeHtml(mail.subject)}</h2>
<p class="meta">To ${escapeHtml(mail.to)} · <time datetime="${at}">${at.slice(0, 16).replace('T', ' ')} UTC</time> · ${state(mail)}</p>
<pre>${linked(mail.text)}</pre>
</article>`
}

function state({ sentAt, attempts, error }: Shown): string {
  if (sentAt) return 'sent by SMTP, and no longer kept here'
  if (attempts === 0) return 'not sent'
  return `not sent after ${attempts} attempts: ${escapeHtml(error ?? 'under way')}`
}

function linked(text: string): string {
  return escapeHtml(text).replaceAll(/https?:\/\/[^\s<>"]+/g, (url) => `<a href="${url}">${url}</a>`)
}
