import { Trans, useLingui } from '@lingui/react/macro'
import { DeskCouponList } from '@vesper/sync/vesper/api/desk-money.ts'
import type { DeskCoupon } from '@vesper/sync/vesper/api/desk-money.ts'
import { Done } from '@vesper/sync/vesper/api/fields.ts'
import { useUnit } from 'effector-react'
import { Fragment, useState } from 'react'
import type { ReactNode } from 'react'
import { callApi } from '../../../core/api/api.ts'
import { errorMessage } from '../../../core/api/error-message.ts'
import { usePagedList } from '../../../core/api/use-paged-list.ts'
import { $offline } from '../../../core/connection/model.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { DeskList } from '../desk-list.tsx'
import { DeskTable } from '../desk-table.tsx'
import { CouponDialog } from './coupon-dialog.tsx'
import { CouponTerms } from './coupon-terms.tsx'
import { useMoneyWords } from './use-money-words.ts'

/** The coupons, and a button for another one. */
export function CouponsTab() {
  const { t } = useLingui()
  const isOffline = useUnit($offline)
  const { couponKinds } = useMoneyWords()
  const [current, setCurrent] = useState(1)
  const [isNew, setNew] = useState(false)
  const [edited, setEdited] = useState<string | null>(null)
  const list = usePagedList({
    ...{ path: '/desk/coupons', answer: DeskCouponList, isKept: false },
    search: { current },
  })
  const flip = useAction(async (coupon: DeskCoupon) => {
    const body = { isOn: !coupon.isOn }
    try {
      await callApi({ method: 'PUT', path: `/desk/coupons/${coupon._id}`, body, answer: Done })
    } finally {
      await list.reload()
    }
  })
  const cellsOf = (coupon: DeskCoupon): ReactNode[] => {
    const { code, percent, off, uses, used, until } = coupon
    return [
      <code key="code">{code}</code>,
      percent === null ? String(off) : `${percent}%`,
      coupon.kinds.map((kind) => couponKinds[kind]).join(', '),
      uses === null ? String(used) : `${used} / ${uses}`,
      until ?? t`No end`,
      <Fragment key="acts">
        <Button kind="secondary" disabled={isOffline} onClick={() => setEdited(coupon._id)}>
          {t`Edit ${code}`}
        </Button>
        <Button kind="secondary" disabled={isOffline || flip.busy} onClick={() => void flip.run(coupon)}>
          {coupon.isOn ? t`Switch ${code} off` : t`Switch ${code} on`}
        </Button>
      </Fragment>,
    ]
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <Button className="justify-self-start" disabled={isOffline} onClick={() => setNew(true)}>
        <Trans>New coupon</Trans>
      </Button>
      <div role="alert" className="empty:absolute">
        {flip.error !== null && <Notice tone="danger">{errorMessage(flip.error)}</Notice>}
      </div>
      <DeskList
        empty={null}
        list={list}
        failedTitle={t`The coupons could not be loaded`}
        onMore={() => setCurrent(current + 1)}
      >
        {(coupons) => (
          <DeskTable
            label={t`Coupons`}
            columns={[t`Code`, t`Discount`, t`For`, t`Used`, t`Until`, t`Decision`]}
            rows={coupons.map((coupon) => ({ id: coupon._id, cells: cellsOf(coupon) }))}
          />
        )}
      </DeskList>
      {list.items
        ?.filter(({ _id }) => _id === edited)
        .map((coupon) => (
          <CouponTerms key={coupon._id} coupon={coupon} reload={list.reload} onClose={() => setEdited(null)} />
        ))}
      {isNew && (
        <CouponDialog
          onClose={() => setNew(false)}
          onDone={() => {
            setNew(false)
            void list.reload()
          }}
        />
      )}
    </div>
  )
}
