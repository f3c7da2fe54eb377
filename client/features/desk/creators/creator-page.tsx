import { useLingui } from '@lingui/react/macro'
import { Refusal } from '@vesper/sync/engine/protocol/refusal.ts'
import { DeskCreator } from '@vesper/sync/vesper/api/desk-creators.ts'
import { errorMessage } from '../../../core/api/error-message.ts'
import { BackButton } from '../../../core/page/back-button.tsx'
import { MissingPage } from '../../../core/page/missing-page.tsx'
import { Badge } from '../../../ui/controls/badge.tsx'
import { TextArea } from '../../../ui/form/text-field.tsx'
import { MoonGlyph } from '../../../ui/icons/icons.tsx'
import { ErrorState } from '../../../ui/list/error-state.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { formatDate } from '../../../ui/text/date-format.ts'
import { PageHeader } from '../../../ui/text/page-header.tsx'
import { CaseSection } from '../cases/case-section.tsx'
import { FactList } from '../fact-list.tsx'
import { useDeskAnswer } from '../use-desk-answer.ts'
import { DocumentView } from './document-view.tsx'
import { PROBLEM_MAX, ReviewButtons } from './review-buttons.tsx'
import { useProblems } from './use-problems.ts'
import { useReviewWords } from './use-review-words.ts'

/** A creator's application: facts, documents, and the decision. */
export function CreatorPage({ creatorId }: { creatorId: string }) {
  const { t } = useLingui()
  const { data, error, mutate } = useDeskAnswer(`/desk/creators/${creatorId}`, DeskCreator)
  const isMissing = error instanceof Refusal && error.kind === 'not-found'
  const name = data?.username == null ? data?.name : `@${data.username}`
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-1 flex-col">
      <PageHeader leading={<BackButton />} title={name ?? t`Creator`} />
      <div className="safe-x grid grid-cols-1 gap-4 pt-2 pb-12">
        {data && !isMissing ? (
          <Parts creator={data} onChanged={() => void mutate()} />
        ) : error === undefined ? (
          <Skeleton className="h-64 rounded-card" />
        ) : isMissing ? (
          <MissingPage icon={<MoonGlyph />} title={t`There is no such creator`} />
        ) : (
          <ErrorState
            title={t`The creator could not be loaded`}
            message={errorMessage(error)}
            onRetry={() => void mutate()}
          />
        )}
      </div>
    </main>
  )
}

function Parts({ creator, onChanged }: { creator: DeskCreator; onChanged: () => void }) {
  const { t, i18n } = useLingui()
  const { states, documents } = useReviewWords()
  const { problems, type, sent } = useProblems(creator)
  const day = (iso: string) => formatDate(new Date(iso), i18n.locale, { dateStyle: 'medium' })
  const mayDecide = creator.mayReview && !creator.isOwn
  return (
    <>
      <CaseSection title={states[creator.verification]}>
        <FactList
          facts={[
            { name: t`Name`, value: creator.name },
            { name: t`Date of birth`, value: day(creator.dateOfBirth) },
            { name: t`Country`, value: creator.country },
            { name: t`Address`, value: creator.emailVerified ? t`confirmed` : t`not confirmed` },
            { name: t`Applied`, value: day(creator.createdAt) },
            ...(creator.rejectionReason === null ? [] : [{ name: t`Rejected for`, value: creator.rejectionReason }]),
          ]}
        />
      </CaseSection>
      {creator.documents.map((document) => {
        const name = documents[document.kind]
        return (
          <CaseSection key={document._id} title={name}>
            <Badge className="justify-self-start" tone={document.status === 'rejected' ? 'danger' : 'neutral'}>
              {states[document.status]}
            </Badge>
            {document.reason !== null && <p dir="auto">{document.reason}</p>}
            <DocumentView document={document} name={name} mayLook={creator.mayReview} />
            {mayDecide && (
              <TextArea
                label={t`Problem with ${name}`}
                hint={t`The creator reads it. Leave it empty where the document is good.`}
                maxLength={PROBLEM_MAX}
                value={problems[document.kind] ?? ''}
                onChange={({ currentTarget: { value } }) => type(document.kind, value)}
              />
            )}
          </CaseSection>
        )
      })}
      <ReviewButtons
        {...{ creator, problems }}
        onStale={onChanged}
        onDone={() => {
          sent()
          onChanged()
        }}
      />
    </>
  )
}
