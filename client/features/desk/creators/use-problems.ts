import type { DeskCreator, DocumentKind } from '@vesper/sync/vesper/api/desk-creators.ts'
import { useUnit } from 'effector-react'
import { v7 } from 'uuid'
import { $deskWords, deskWordsSent, deskWordsTyped } from '../desk-words.ts'
import type { Problems } from './review-buttons.tsx'

/** The typed problems with the documents of a creator. They stay in this tab until `sent` is called. */
export function useProblems({ _id, documents }: Pick<DeskCreator, '_id' | 'documents'>) {
  const [all, typed, dropped] = useUnit([$deskWords, deskWordsTyped, deskWordsSent])
  const nameOf = (kind: DocumentKind) => `creator:${_id}:${kind}`
  const problems: Problems = Object.fromEntries(documents.map(({ kind }) => [kind, all[nameOf(kind)]?.text ?? '']))
  return {
    problems,
    type: (kind: DocumentKind, text: string) => void typed({ about: nameOf(kind), id: v7(), text }),
    sent: () => void dropped(documents.map(({ kind }) => nameOf(kind))),
  }
}
