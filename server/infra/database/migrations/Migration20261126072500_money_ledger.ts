import { Migration } from '@mikro-orm/migrations'

/**
 * The ledger. Its functions and triggers are written here alone: they hold whatever the server does. Transfers and entries
 * are never changed, an entry joins its transfer in the transaction that makes it, and each unit of a transfer sums to 0
 * when that commits.
 */
export class Migration20261126072500_money_ledger extends Migration {
  override name = 'Migration20261126072500_money_ledger'

  override up(): void | Promise<void> {
    this.addSql(
      `create table "money_account" ("id" bigserial primary key, "kind" text not null, "unit" text not null, "owner_id" uuid not null, "tracked" boolean not null, "balance" bigint not null default 0, "held" bigint not null default 0, "floor" bigint null, "version" bigint not null default 0, constraint "money_account_held_check" check (held >= 0), constraint "money_account_floor_check" check (floor is null or balance - held >= floor), constraint "money_account_kind_check" check ("kind" in ('tokens_issued', 'tokens_promo', 'tokens_spent', 'fan_paid', 'fan_granted', 'fan_debt', 'gateway_clearing', 'deferred_revenue', 'promo_expense', 'chargeback_loss', 'tax', 'revenue', 'earn_pending', 'earn_available', 'payout_held')), constraint "money_account_unit_check" check ("unit" in ('tokens', 'money')));`,
    )
    this.addSql(
      `alter table "money_account" add constraint "money_account_kind_owner_id_unique" unique ("kind", "owner_id");`,
    )
    this.addSql(
      `create table "money_transfer" ("id" uuid not null, "scope" varchar(30) not null, "key" varchar(100) not null, "request_hash" varchar(64) not null, "kind" varchar(30) not null, "ref_id" uuid null, "reverses_id" uuid null, "actor_id" uuid null, "event_at" timestamptz not null, "created_at" timestamptz not null, "xid" varchar(20) not null default (pg_current_xact_id())::text, primary key ("id"));`,
    )
    this.addSql(
      `alter table "money_transfer" add constraint "money_transfer_scope_key_unique" unique ("scope", "key");`,
    )
    this.addSql(`create index "money_transfer_ref_id_index" on "money_transfer" ("ref_id");`)
    this.addSql(`create index "money_transfer_reverses_id_index" on "money_transfer" ("reverses_id");`)
    this.addSql(
      `create table "money_entry" ("transfer_id" uuid not null, "line" int not null, "account_id" bigint not null, "amount" bigint not null, "balance_after" bigint null, "version" bigint null, primary key ("transfer_id", "line"), constraint "money_entry_amount_check" check (amount <> 0));`,
    )
    this.addSql(
      `alter table "money_entry" add constraint "money_entry_account_id_version_unique" unique ("account_id", "version");`,
    )
    this.addSql(
      `create table "wallet" ("user_id" uuid not null, "balance" bigint not null, "granted" bigint not null, "held" bigint not null, "debt" bigint not null, "seq" bigint not null, "updated_at" timestamptz not null, primary key ("user_id"));`,
    )
    this.addSql(
      `create table "charge" ("id" uuid not null, "fan_id" uuid not null, "performer_id" uuid not null, "type" text not null, "target_id" uuid not null, "tokens" int not null, "granted" int not null, "token_cents" int not null, "tax_bps" int not null, "commission_bps" int not null, "tax" bigint not null, "share" bigint not null, "revenue" bigint not null, "status" text not null default 'done', "state" text not null default 'pending', "available_at" timestamptz not null, "message" varchar(200) not null default '', "transfer_id" uuid not null, "created_at" timestamptz not null, primary key ("id"), constraint "charge_type_check" check ("type" in ('tip', 'feed')), constraint "charge_status_check" check ("status" in ('done', 'refunded', 'reversed')), constraint "charge_state_check" check ("state" in ('pending', 'available', 'paid', 'reversed')));`,
    )
    this.addSql(`create index "charge_fan_id_created_at_index" on "charge" ("fan_id", "created_at");`)
    this.addSql(`create index "charge_performer_id_created_at_index" on "charge" ("performer_id", "created_at");`)
    this.addSql(`create index "charge_due_index" on "charge" ("available_at") where state = 'pending';`)
    for (const sql of RULES) this.addSql(sql)
    this.addSql(`create or replace function "money_post"("p_id" uuid, "p_scope" text, "p_key" text, "p_hash" text, "p_kind" text, "p_ref" uuid, "p_reverses" uuid, "p_actor" uuid, "p_event" timestamptz, "p_now" timestamptz, "p_accounts" bigint[], "p_amounts" bigint[]) returns jsonb language plpgsql as \$\$ begin declare known record; moved record; place int;     begin
      insert into money_transfer (id, scope, key, request_hash, kind, ref_id, reverses_id, actor_id, event_at, created_at)
      values (p_id, p_scope, p_key, p_hash, p_kind, p_ref, p_reverses, p_actor, p_event, p_now)
      on conflict (scope, key) do nothing;       if not found then
        select t.id, t.request_hash into strict known from money_transfer t where t.scope = p_scope and t.key = p_key;         return jsonb_build_object('id', known.id, 'isNew', false, 'fits', known.request_hash = p_hash);       end if;       perform 1 from money_account a where a.id = any(p_accounts) and a.tracked order by a.id for update;       for place in 1 .. cardinality(p_accounts) loop
        update money_account a set balance = a.balance + p_amounts[place], version = a.version + 1
        where a.id = p_accounts[place] and a.tracked
        returning a.balance, a.version into moved;         insert into money_entry (transfer_id, line, account_id, amount, balance_after, version)
        values (p_id, place, p_accounts[place], p_amounts[place], moved.balance, moved.version);       end loop;       return jsonb_build_object('id', p_id, 'isNew', true, 'fits', true);     end; end \$\$;`)
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table "charge";`)
    this.addSql(`drop table "wallet";`)
    this.addSql(`drop table "money_entry";`)
    this.addSql(`drop table "money_transfer";`)
    this.addSql(`drop table "money_account";`)
    this.addSql(
      `drop function if exists "money_post"(uuid, text, text, text, text, uuid, uuid, uuid, timestamptz, timestamptz, bigint[], bigint[]);`,
    )
    for (const name of ['money_refuse_change', 'money_check_entry', 'money_check_transfer']) {
      this.addSql(`drop function ${name}();`)
    }
  }
}

const RULES = [
  `create function money_refuse_change() returns trigger language plpgsql as $$ begin
     raise exception 'the ledger is never changed: % of %', tg_op, tg_table_name;
   end $$;`,
  `create function money_check_entry() returns trigger language plpgsql as $$ begin
     if not exists (select 1 from money_transfer t where t.id = new.transfer_id and t.xid = pg_current_xact_id()::text) then
       raise exception 'the ledger takes no entry into the transfer %, which is closed', new.transfer_id;
     end if;
     if not exists (select 1 from money_account a where a.id = new.account_id) then
       raise exception 'the ledger has no account %', new.account_id;
     end if;
     return new;
   end $$;`,
  `create function money_check_transfer() returns trigger language plpgsql as $$ begin
     if not exists (select 1 from money_entry e where e.transfer_id = new.id) then
       raise exception 'the ledger takes no transfer without entries: %', new.id;
     end if;
     if exists (
       select 1 from money_entry e join money_account a on a.id = e.account_id
       where e.transfer_id = new.id group by a.unit having sum(e.amount) <> 0
     ) then
       raise exception 'the entries of the transfer % do not sum to 0', new.id;
     end if;
     return null;
   end $$;`,
  `create constraint trigger money_transfer_sums after insert on "money_transfer"
     deferrable initially deferred for each row execute function money_check_transfer();`,
  `create trigger money_entry_open before insert on "money_entry" for each row execute function money_check_entry();`,
  ...['money_transfer', 'money_entry'].flatMap((table) => [
    `create trigger ${table}_fixed before update or delete on "${table}" for each row execute function money_refuse_change();`,
    `create trigger ${table}_kept before truncate on "${table}" execute function money_refuse_change();`,
  ]),
  `create trigger money_account_kept before delete on "money_account" for each row execute function money_refuse_change();`,
]
