import { Trans, useLingui } from '@lingui/react/macro'
import type { CaseDetail } from '@vesper/sync/vesper/api/cases.ts'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { Badge } from '../../../ui/controls/badge.tsx'
import { textLinkClass } from '../../../ui/form/text-link.ts'
import { formatDate } from '../../../ui/text/date-format.ts'
import { textDifference } from './text-difference.ts'

type Evidence = CaseDetail['evidence'][number]

/** The thing as it was when it was reported. Words that its author has changed since are marked. */
export function CaseEvidence({ evidence, now }: { evidence: readonly Evidence[]; now: CaseDetail['now'] }) {
  const { i18n } = useLingui()
  return (
    <div className="grid grid-cols-1 gap-4">
      {evidence.map((one) => (
        <article key={one._id} className="grid grid-cols-1 gap-2">
          <p className="text-sm text-muted">
            <Trans>
              As it was on {formatDate(new Date(one.takenAt), i18n.locale, { dateStyle: 'medium', timeStyle: 'short' })}
            </Trans>
          </p>
          <Reported text={one.text} now={now} />
          <Context messages={one.context} />
          <Files files={one.files} />
        </article>
      ))}
      <Now now={now} />
    </div>
  )
}

function Reported({ text, now }: { text: string; now: CaseDetail['now'] }) {
  const parts = useMemo(() => (now && now.text !== text ? textDifference(text, now.text) : null), [text, now])
  if (text === '' && parts === null) return null
  if (parts === null) return <Words>{text}</Words>
  return (
    <>
      <Badge tone="warning" className="justify-self-start">
        <Trans>Changed since</Trans>
      </Badge>
      <Words>
        {parts.map(({ kind, text: words }, at) =>
          kind === 'same' ? (
            words
          ) : kind === 'gone' ? (
            <del key={at} className="bg-danger-soft text-danger-ink">
              {words}
            </del>
          ) : (
            <ins key={at} className="bg-ok-soft text-ok-ink">
              {words}
            </ins>
          ),
        )}
      </Words>
    </>
  )
}

function Words({ children }: { children: ReactNode }) {
  return (
    <blockquote dir="auto" className="border-s-4 border-line ps-3 text-base wrap-anywhere whitespace-pre-line">
      {children}
    </blockquote>
  )
}

/** Messages around the reported one. */
function Context({ messages }: { messages: Evidence['context'] }) {
  const { t, i18n } = useLingui()
  if (messages.length === 0) return null
  return (
    <ol role="list" aria-label={t`Around it`} className="grid grid-cols-1 gap-1 text-sm">
      {messages.map(({ by, text, at, isReported }, place) => (
        <li
          key={place}
          className={isReported ? 'rounded-control bg-warn-soft p-2 text-warn-ink' : 'rounded-control bg-raised p-2'}
        >
          <bdi className="font-semibold">{by}</bdi>{' '}
          <time dateTime={at}>{formatDate(new Date(at), i18n.locale, { dateStyle: 'short', timeStyle: 'short' })}</time>
          {isReported && (
            <Badge tone="warning">
              <Trans>Reported</Trans>
            </Badge>
          )}
          <p dir="auto" className="wrap-anywhere whitespace-pre-line">
            {text}
          </p>
        </li>
      ))}
    </ol>
  )
}

/** Files open by a press alone: nobody has to look at one twice. */
function Files({ files }: { files: Evidence['files'] }) {
  if (files.length === 0) return null
  return (
    <ul role="list" className="flex flex-wrap gap-3">
      {files.map(({ _id, url, mimeType }, at) => {
        const place = at + 1
        return (
          <li key={_id}>
            <a href={url} target="_blank" rel="noreferrer" className={textLinkClass}>
              <Trans>
                Open file {place} ({mimeType})
              </Trans>
            </a>
          </li>
        )
      })}
    </ul>
  )
}

function Now({ now }: { now: CaseDetail['now'] }) {
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
      {now === null ? (
        <Trans>Its author has removed it since.</Trans>
      ) : now.isHidden ? (
        <Trans>It is hidden now.</Trans>
      ) : (
        <Trans>It is shown now.</Trans>
      )}
      {now?.href != null && (
        <a href={now.href} className={textLinkClass}>
          <Trans>Open its page</Trans>
        </a>
      )}
    </p>
  )
}
