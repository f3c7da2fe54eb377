import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Progress } from '../../../ui/controls/progress.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import type { ExportState } from './use-export-outbox.ts'

/** How the copy of what is unsent gets on, and what came of it. It is there before, so that what comes into it is read out. */
export function ExportWord({ exporting }: { exporting: ExportState }) {
  const { t } = useLingui()
  const progress = exporting.state === 'running' ? exporting.progress : null
  return (
    <div className={exporting.state === 'idle' ? 'sr-only' : 'grid w-full gap-2 text-sm'}>
      {progress && (
        <Progress value={progress.of > 0 ? progress.done / progress.of : null} label={t`Exporting unsent changes`} />
      )}
      <div aria-live="polite">
        <Word exporting={exporting} />
      </div>
    </div>
  )
}

function Word({ exporting }: { exporting: ExportState }) {
  switch (exporting.state) {
    case 'idle':
      return null
    case 'running':
      return (
        <span className="sr-only">
          <Trans>Exporting unsent changes</Trans>
        </span>
      )
    case 'failed':
      return <Notice tone="danger">{exporting.message}</Notice>
    case 'done':
      return exporting.missing.length > 0 ? <Missing names={exporting.missing} /> : <Saved files={exporting.files} />
  }
}

function Saved({ files }: { files: number }) {
  return (
    <Notice tone="ok">
      {files === 0 ? (
        <Trans>The copy is made, with every text.</Trans>
      ) : (
        <Plural
          value={files}
          one="The copy is made, with every text and # file."
          other="The copy is made, with every text and # files."
        />
      )}
    </Notice>
  )
}

function Missing({ names }: { names: string[] }) {
  const list = names.join(', ')
  return (
    <Notice tone="warning">
      <Plural
        value={names.length}
        one={`# file could not be read on this device and is not in the copy: ${list}`}
        other={`# files could not be read on this device and are not in the copy: ${list}`}
      />
    </Notice>
  )
}
