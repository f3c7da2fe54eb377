import { Migration } from '@mikro-orm/migrations';

export class Migration20261128222557_earning_days extends Migration {

  override name = 'Migration20261128222557_earning_days';

  override up(): void | Promise<void> {
    this.addSql(`create table "earning_day" ("performer_id" uuid not null, "day" date not null, "type" text not null, "sales" int not null, "tax" bigint not null, "commission" bigint not null, "net" bigint not null, "refunds" bigint not null, primary key ("performer_id", "day", "type"));`);

    this.addSql(`create table "earning_fold" ("id" serial primary key, "until" timestamptz not null);`);

    for (const sql of ROUTINES) this.addSql(sql)
    this.addSql(`create index "charge_created_at_index" on "charge" ("created_at");`);
    this.addSql(`create index "charge_pending_index" on "charge" ("performer_id", "available_at") where state = 'pending';`);
    this.addSql(`create trigger charge_joins_day after insert on "charge" for each row execute function charge_join_day();`);

    this.addSql(`create index "charge_refund_created_at_index" on "charge_refund" ("created_at");`);
    this.addSql(`create trigger charge_refund_joins_day after insert on "charge_refund" for each row execute function charge_refund_join_day();`);

    this.addSql(`alter table "earning_day" add constraint "earning_day_type_check" check ("type" in ('tip', 'feed', 'gallery', 'video', 'message', 'stream', 'subscription', 'product'));`);

    this.addSql(`alter table "earning_fold" add constraint "earning_fold_one_check" check (id = 1);`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "earning_day" cascade;`);
    this.addSql(`drop table if exists "earning_fold" cascade;`);

    this.addSql(`drop index "charge_created_at_index";`);
    this.addSql(`drop index "charge_pending_index";`);
    this.addSql(`drop trigger if exists "charge_joins_day" on "charge";`);

    this.addSql(`drop index "charge_refund_created_at_index";`);
    this.addSql(`drop trigger if exists "charge_refund_joins_day" on "charge_refund";`);
    for (const table of ['charge', 'charge_refund']) this.addSql(`drop function ${table}_join_day();`)
  }

}

/**
 * Joins the sums of its day where that day was folded before the row came. Else the row keeps its day open until it is
 * committed, by the lock.
 */
function joinDay(table: string, row: string): string {
  return `create function ${table}_join_day() returns trigger language plpgsql as $$ begin
     perform pg_advisory_xact_lock_shared(hashtextextended('earning-days:', 0));
     if exists (select 1 from earning_fold f where new.created_at < f.until) then
       insert into earning_day as d (performer_id, day, type, sales, tax, commission, net, refunds) ${row}
       on conflict (performer_id, day, type) do update set sales = d.sales + excluded.sales, tax = d.tax + excluded.tax,
         commission = d.commission + excluded.commission, net = d.net + excluded.net,
         refunds = d.refunds + excluded.refunds;
     end if;
     return null;
   end $$;`
}

const DAY = `(new.created_at at time zone 'UTC')::date`

const ROUTINES = [
  joinDay(
    'charge',
    `values (new.performer_id, ${DAY}, new.type, 1, new.tax, new.revenue, new.share, 0)`,
  ),
  joinDay(
    'charge_refund',
    `select c.performer_id, ${DAY}, c.type, 0, 0, 0, 0, new.share from charge c where c.id = new.charge_id`,
  ),
]
