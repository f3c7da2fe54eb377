/** A text for the bank, which is in English whatever the app speaks. */
export function EvidenceText({ text }: { text: string }) {
  return (
    <p lang="en" dir="ltr" className="text-sm wrap-anywhere whitespace-pre-wrap text-muted">
      {text}
    </p>
  )
}
