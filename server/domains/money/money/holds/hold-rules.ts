/** The rules of the books about tokens that are held. */
export const holdRules = [
  {
    rule: 'What an account holds is what its open holds keep.',
    sql: `select coalesce(a.id, h.account_id)::text as at from (select id, held from money_account where held <> 0) a
      full join (select account_id, sum(amount) as amount from money_hold where state = 'open' group by account_id) h
        on h.account_id = a.id
      where coalesce(a.held, 0) <> coalesce(h.amount, 0)`,
  },
  {
    rule: 'The parts of a hold are kept, paid and released together, for the fan whose accounts they are.',
    sql: `select h.group_id::text as at from money_hold h join money_account a on a.id = h.account_id
      group by h.group_id
      having (count(*) filter (where h.state = 'open') not in (0, count(*))) or count(distinct h.user_id) > 1
        or bool_or(h.user_id <> a.owner_id) or bool_or((h.state = 'captured') <> (h.captured > 0))`,
  },
  {
    rule: 'Each hold that was paid has its charge of that many tokens of each kind.',
    sql: `select coalesce(h.group_id, c.id)::text as at from (
        select h.group_id, sum(h.captured) as tokens,
          coalesce(sum(h.captured) filter (where a.kind = 'fan_granted'), 0) as granted
        from money_hold h join money_account a on a.id = h.account_id where h.captured > 0 group by h.group_id
      ) h left join charge c on c.id = h.group_id
      where c.id is null or c.tokens <> h.tokens or c.granted <> h.granted`,
  },
] as const
