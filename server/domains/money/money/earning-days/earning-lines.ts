/** SQL conditions on the charge `c`, and on the refund `r` of it. */
type Where = { sale: string; refund: string }

/**
 * SQL: a line for each sale at its moment, and for each refund at its own. A refund that came again, after a dispute that was
 * won, is below 0.
 */
export function earningLines({ sale, refund }: Where): string {
  return `select c.performer_id, c.created_at as at, c.type, 1 as sales, c.tax, c.revenue as commission, c.share as net,
      0::bigint as refunds
    from charge c where ${sale}
    union all
    select c.performer_id, r.created_at, c.type, 0, 0, 0, 0, r.share
    from charge_refund r join charge c on c.id = r.charge_id where ${refund}`
}

/** SQL: the sums of these lines as rows of `earning_day`. */
export function earningDays(where: Where): string {
  return `select performer_id, (at at time zone 'UTC')::date as day, type, sum(sales)::int as sales, sum(tax)::bigint as tax,
      sum(commission)::bigint as commission, sum(net)::bigint as net, sum(refunds)::bigint as refunds
    from (${earningLines(where)}) as line group by 1, 2, 3`
}
