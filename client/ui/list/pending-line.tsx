import { Spinner } from '../controls/spinner.tsx'

/** Something short is under way, and this is what. */
export function PendingLine({ text }: { text: string }) {
  return (
    <p role="status" className="flex items-center gap-3 py-6 text-muted">
      <Spinner />
      {text}
    </p>
  )
}
