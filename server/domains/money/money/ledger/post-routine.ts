import { Routine } from '@mikro-orm/core'

/**
 * Writes one transfer with its entries, or finds the one that `scope` and `key` name; answers `{id, isNew, fits}`. It locks
 * tracked accounts by id, so that transfers never wait for each other crosswise.
 */
export const postRoutine = new Routine({
  name: 'money_post',
  type: 'function',
  language: 'plpgsql',
  params: {
    p_id: { type: 'uuid' },
    p_scope: { type: 'text' },
    p_key: { type: 'text' },
    p_hash: { type: 'text' },
    p_kind: { type: 'text' },
    p_ref: { type: 'uuid' },
    p_reverses: { type: 'uuid' },
    p_actor: { type: 'uuid' },
    p_event: { type: 'timestamptz' },
    p_now: { type: 'timestamptz' },
    p_accounts: { type: 'bigint[]' },
    p_amounts: { type: 'bigint[]' },
  },
  returns: { runtimeType: 'object', columnType: 'jsonb' },
  body: `
    declare known record; moved record; place int;
    begin
      insert into money_transfer (id, scope, key, request_hash, kind, ref_id, reverses_id, actor_id, event_at, created_at)
      values (p_id, p_scope, p_key, p_hash, p_kind, p_ref, p_reverses, p_actor, p_event, p_now)
      on conflict (scope, key) do nothing;
      if not found then
        select t.id, t.request_hash into strict known from money_transfer t where t.scope = p_scope and t.key = p_key;
        return jsonb_build_object('id', known.id, 'isNew', false, 'fits', known.request_hash = p_hash);
      end if;
      perform 1 from money_account a where a.id = any(p_accounts) and a.tracked order by a.id for update;
      for place in 1 .. cardinality(p_accounts) loop
        update money_account a set balance = a.balance + p_amounts[place], version = a.version + 1
        where a.id = p_accounts[place] and a.tracked
        returning a.balance, a.version into moved;
        insert into money_entry (transfer_id, line, account_id, amount, balance_after, version)
        values (p_id, place, p_accounts[place], p_amounts[place], moved.balance, moved.version);
      end loop;
      return jsonb_build_object('id', p_id, 'isNew', true, 'fits', true);
    end`,
})
