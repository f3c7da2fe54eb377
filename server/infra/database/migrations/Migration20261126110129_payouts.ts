import { Migration } from '@mikro-orm/migrations';

/** Payouts and where they go, the audit, and the outcome of the latest check of the books. */
export class Migration20261126110129_payouts extends Migration {

  override name = 'Migration20261126110129_payouts';

  override up(): void | Promise<void> {
    this.addSql(`create function audit_refuse_change() returns trigger language plpgsql as \$\$ begin
      raise exception 'what was decided is never changed: % of %', tg_op, tg_table_name;
    end \$\$;`);
    this.addSql(`create table "audit_entry" ("id" uuid not null, "at" timestamptz not null, "operator" varchar(100) not null, "action" varchar(60) not null, "subject_id" varchar(100) not null, "before" jsonb null, "after" jsonb null, primary key ("id"));`);
    this.addSql(`create index "audit_entry_subject_id_index" on "audit_entry" ("subject_id");`);
    this.addSql(`create index "audit_entry_at_index" on "audit_entry" ("at");`);

    this.addSql(`create table "books_state" ("id" serial primary key, "breaches" jsonb not null, "checked_at" timestamptz not null);`);

    this.addSql(`create table "payout" ("id" uuid not null, "performer_id" uuid not null, "amount" int not null, "fee" int not null, "currency" varchar(3) not null, "method" text not null, "last4" varchar(4) not null default '', "status" text not null default 'pending', "note" text not null default '', "reason" text null, "revision" int not null default 0, "attempt" int not null default 0, "account_id" varchar(255) null, "transfer_id" varchar(255) null, "gateway_id" varchar(255) null, "timeline" jsonb not null, "created_at" timestamptz not null, "updated_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`alter table "payout" add constraint "payout_gateway_id_unique" unique ("gateway_id");`);
    this.addSql(`create index "payout_performer_id_created_at_index" on "payout" ("performer_id", "created_at");`);
    this.addSql(`create index "payout_status_updated_at_index" on "payout" ("status", "updated_at");`);
    this.addSql(`create unique index "payout_open_unique" on "payout" ("performer_id") where status in ('pending', 'approved', 'processing', 'failed');`);

    this.addSql(`create table "payout_details" ("performer_id" uuid not null, "method" text null, "bank" text null, "bank_last4" varchar(4) null, "bank_country" varchar(2) null, "bank_changed_at" timestamptz null, "locked_until" timestamptz null, "account_id" varchar(255) null, "is_account_ready" boolean not null default false, "updated_at" timestamptz not null, primary key ("performer_id"));`);
    this.addSql(`alter table "payout_details" add constraint "payout_details_account_id_unique" unique ("account_id");`);

    this.addSql(`alter table "charge" add "payout_id" uuid null;`);
    this.addSql(`create index "charge_payout_id_index" on "charge" ("payout_id");`);

    this.addSql(`create trigger audit_entry_fixed before update or delete on "audit_entry" for each row execute function audit_refuse_change();`);
    this.addSql(`create trigger audit_entry_kept before truncate on "audit_entry" execute function audit_refuse_change();`);

    this.addSql(`alter table "books_state" add constraint "books_state_one_check" check (id = 1);`);

    this.addSql(`alter table "payout" add constraint "payout_amount_check" check (amount > fee and fee >= 0);`);
    this.addSql(`alter table "payout" add constraint "payout_method_check" check ("method" in ('stripe', 'bank'));`);
    this.addSql(`alter table "payout" add constraint "payout_status_check" check ("status" in ('pending', 'approved', 'processing', 'paid', 'failed', 'rejected', 'canceled'));`);

    this.addSql(`alter table "payout_details" add constraint "payout_details_method_check" check ("method" in ('stripe', 'bank'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop trigger if exists "audit_entry_fixed" on "audit_entry";`);
    this.addSql(`drop table if exists "audit_entry" cascade;`);
    this.addSql(`drop table if exists "books_state" cascade;`);
    this.addSql(`drop table if exists "payout" cascade;`);
    this.addSql(`drop table if exists "payout_details" cascade;`);

    this.addSql(`drop index "charge_payout_id_index";`);
    this.addSql(`alter table "charge" drop column "payout_id";`);
    this.addSql(`drop function audit_refuse_change();`);
  }

}
