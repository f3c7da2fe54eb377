import { Trans, useLingui } from '@lingui/react/macro'
import { pollOf } from '@vesper/sync/vesper/records/post-draft.ts'
import type { DraftContent, KeptVersion } from '@vesper/sync/vesper/records/post-draft.ts'
import { POST_TEXT_MAX } from '@vesper/sync/vesper/records/post.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/list/card.tsx'

type Props = {
  kept: readonly KeptVersion[]
  text: string
  onSettle: (keptId: string, change: Partial<DraftContent>) => void
}

/** Two devices' versions of the same passage: the author decides, and until then both are there. */
export function ConflictPanel({ kept, text, onSettle }: Props) {
  const { t } = useLingui()
  return (
    // There before its text, so that it is read out.
    <div role="status" className="empty:absolute">
      {kept.length > 0 && (
        <Card aria-label={t`Both versions kept`} className="grid gap-4 border-warn-ink">
          <div className="grid gap-1">
            <h2 className="text-lg font-semibold">
              <Trans>Both versions kept</Trans>
            </h2>
            <p className="text-sm text-muted">
              <Trans>You edited the same text on two devices. Choose a version before you publish.</Trans>
            </p>
          </div>
          {kept.map((version) => (
            <Version key={version._id} version={version} text={text} onSettle={onSettle} />
          ))}
        </Card>
      )}
    </div>
  )
}

function Version({ version, text, onSettle }: Pick<Props, 'text' | 'onSettle'> & { version: KeptVersion }) {
  const both = `${text}\n\n${version.text}`
  const isText = version.of === 'text'
  return (
    <div className="grid gap-3">
      <blockquote
        dir="auto"
        className="max-h-60 overflow-y-auto rounded-control bg-raised p-3 whitespace-pre-wrap [overflow-wrap:anywhere]"
      >
        {version.text}
      </blockquote>
      <div className="flex flex-wrap gap-2">
        <Button kind="secondary" onClick={() => onSettle(version._id, {})}>
          <Trans>Keep the text in the editor</Trans>
        </Button>
        <Button
          kind="secondary"
          onClick={() => onSettle(version._id, isText ? { text: version.text } : { poll: pollOf(version.text) })}
        >
          <Trans>Use this version</Trans>
        </Button>
        {isText && both.length <= POST_TEXT_MAX && (
          <Button kind="secondary" onClick={() => onSettle(version._id, { text: both })}>
            <Trans>Keep both, one below the other</Trans>
          </Button>
        )}
      </div>
    </div>
  )
}
