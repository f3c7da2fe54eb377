import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { takeCaught } from './catch-key.ts'
import type { Finding } from './finding.ts'
import { useAppPages } from './use-app-pages.ts'
import { useFindings } from './use-findings.ts'

/** Finds creators, posts, conversations, settings and actions; on this device at once, and on the server. */
export function FindDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const [typed, type] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // A dialog that opens gives the focus to its first button.
    field.current?.focus()
    const caught = takeCaught()
    if (caught !== '') type(caught)
  }, [])
  const q = typed.trim()
  const pages = useAppPages(q)
  const { device, server, state } = useFindings(q)
  const local = [...pages, ...device]
  const isNothing = q !== '' && local.length === 0 && server.length === 0
  return (
    <Dialog title={t`Find anything`} onClose={onClose}>
      {/* The keys of the links inside: it has none of its own. */}
      <div onKeyDown={moveWithArrows} className="grid gap-4">
        <div role="search" className="relative">
          <Search className="pointer-events-none absolute start-4 top-3 size-5 text-faint" aria-hidden="true" />
          <input
            type="search"
            ref={field}
            dir={typed ? 'auto' : undefined}
            aria-label={t`Find anything`}
            placeholder={t`Creators, posts, conversations, settings`}
            maxLength={100}
            value={typed}
            autoComplete="off"
            onChange={(event) => type(event.target.value)}
            className="h-target w-full rounded-full border border-control bg-raised ps-11 pe-4 text-base text-ink placeholder:text-faint [&::-webkit-search-cancel-button]:hidden"
          />
        </div>
        <div className="grid max-h-[50dvh] gap-4 overflow-y-auto">
          <Found label={t`On this device`} findings={local} onOpen={onClose} />
          <Found label={t`From the server`} findings={server} onOpen={onClose} />
        </div>
        <p role="status" className="text-sm empty:hidden">
          {q !== '' && state === 'off' && <Trans>You are offline. Vesper looked on this device alone.</Trans>}
          {q !== '' && state === 'busy' && <Trans>Looking on the server too…</Trans>}
          {q !== '' && state === 'failed' && (
            <Trans>The server did not answer. Vesper looked on this device alone.</Trans>
          )}
          {isNothing && state === 'done' && <Trans>Nothing has these words.</Trans>}
        </p>
      </div>
    </Dialog>
  )
}

type FoundProps = { label: string; findings: readonly Finding[]; onOpen: () => void }

function Found({ label, findings, onOpen }: FoundProps): ReactNode {
  const { t } = useLingui()
  if (findings.length === 0) return null
  const kinds: Record<Finding['kind'], string> = {
    page: t`Page`,
    creator: t`Creator`,
    conversation: t`Conversation`,
    post: t`Post`,
    video: t`Video`,
    gallery: t`Gallery`,
    product: t`Product`,
  }
  return (
    <section className="grid gap-1">
      <h3 className="text-sm font-semibold">{label}</h3>
      <ul role="list" aria-label={label}>
        {findings.map(({ kind, path, name }) => (
          <li key={path}>
            <Link
              {...targetOf(path)}
              onClick={onOpen}
              className="flex min-h-target items-center gap-3 rounded-control px-3 text-ink hover:bg-raised focus-visible:outline-offset-[-2px]"
            >
              <bdi className="min-w-0 flex-1 truncate">{name}</bdi>
              <span className="shrink-0 text-sm text-muted">{kinds[kind]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A path with its search, as the router takes them. */
function targetOf(path: string) {
  const [to = '', search] = path.split('?')
  return search === undefined ? { to } : { to, search: Object.fromEntries(new URLSearchParams(search)) }
}

/** The arrows go through field and links; Enter in the field opens the first one. */
function moveWithArrows(event: KeyboardEvent<HTMLElement>): void {
  // Input methods choose words with these keys.
  if (event.nativeEvent.isComposing) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a')]
  const at = stops.findIndex((stop) => stop === document.activeElement)
  if (event.key === 'Enter' && at === 0) return stops[1]?.click()
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  event.preventDefault()
  stops[Math.min(stops.length - 1, Math.max(0, at + step))]?.focus()
}
