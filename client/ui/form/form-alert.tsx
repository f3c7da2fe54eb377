import { Notice } from './notice.tsx'

/** The error of a form as a whole; the region is there before the text, so that it is read out. */
export function FormAlert({ text }: { text: string | null }) {
  return (
    <div role="alert" className="empty:absolute">
      {text && <Notice tone="danger">{text}</Notice>}
    </div>
  )
}
