import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { DeskCreatorList, reviewStates } from '@vesper/sync/vesper/api/desk-creators.ts'
import type { DeskCreatorRow } from '@vesper/sync/vesper/api/desk-creators.ts'
import { useState } from 'react'
import { usePagedList } from '../../../core/api/use-paged-list.ts'
import { SelectField } from '../../../ui/form/text-field.tsx'
import { textLinkClass } from '../../../ui/form/text-link.ts'
import { PageHeader } from '../../../ui/text/page-header.tsx'
import { DeskList } from '../desk-list.tsx'
import { DeskTable } from '../desk-table.tsx'
import { DeskTime } from '../desk-time.tsx'
import { useReviewWords } from './use-review-words.ts'

/** Creators by the state of their review: those who wait first. */
export function CreatorsPage() {
  const { t } = useLingui()
  const { states } = useReviewWords()
  const [verification, setVerification] = useState<string>('submitted')
  const [current, setCurrent] = useState(1)
  const list = usePagedList({
    ...{ path: '/desk/creators', answer: DeskCreatorList, isKept: false },
    ...{ query: { verification }, search: { current } },
  })
  return (
    <main className="mx-auto flex w-full max-w-5xl flex-1 flex-col">
      <PageHeader title={t`Creators`} />
      <div className="safe-x grid grid-cols-1 gap-4 pt-2 pb-12">
        <SelectField
          label={t`Show`}
          value={verification}
          onChange={({ currentTarget: { value } }) => {
            setCurrent(1)
            setVerification(value)
          }}
        >
          {reviewStates.map((one) => (
            <option key={one} value={one}>
              {states[one]}
            </option>
          ))}
        </SelectField>
        <DeskList
          list={list}
          failedTitle={t`The creators could not be loaded`}
          empty={verification === 'submitted' && <Trans>No creator waits for a review.</Trans>}
          onMore={() => setCurrent(current + 1)}
        >
          {(creators) => <CreatorTable creators={creators} />}
        </DeskList>
      </div>
    </main>
  )
}

function CreatorTable({ creators }: { creators: readonly DeskCreatorRow[] }) {
  const { t, i18n } = useLingui()
  const rows = creators.map((creator) => ({
    id: creator._id,
    cells: [
      <Link key="creator" to="/desk/creators/$creatorId" params={{ creatorId: creator._id }} className={textLinkClass}>
        <bdi>{creator.username === null ? creator.name : `@${creator.username}`}</bdi>
      </Link>,
      <bdi key="name">{creator.name}</bdi>,
      creator.country,
      creator.emailVerified ? t`confirmed` : t`not confirmed`,
      i18n.number(creator.documents),
      <DeskTime key="applied" at={creator.createdAt} />,
    ],
  }))
  const columns = [t`Creator`, t`Name`, t`Country`, t`Address`, t`Documents`, t`Applied`]
  return <DeskTable label={t`Creators`} columns={columns} rows={rows} />
}
