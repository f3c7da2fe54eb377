import { Migration } from '@mikro-orm/migrations'

/** Orders of every kind at the payment provider, what goes back of them, and saved cards. Top-ups become orders. */
export class Migration20261126111226_payment_orders extends Migration {
  override name = 'Migration20261126111226_payment_orders'

  override up(): void | Promise<void> {
    this.addSql(`create table "payment_card" ("id" uuid not null, "user_id" uuid not null, "status" text not null default 'open', "is_default" boolean not null default false, "checkout_id" varchar(255) null, "url" text null, "method_id" varchar(255) null, "brand" varchar(30) not null default '', "last4" varchar(4) not null default '', "exp_month" int not null default 0, "exp_year" int not null default 0, "fingerprint" varchar(255) null, "created_at" timestamptz not null, "expires_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`alter table "payment_card" add constraint "payment_card_checkout_id_unique" unique ("checkout_id");`);
    this.addSql(`create index "payment_card_user_id_index" on "payment_card" ("user_id");`);
    this.addSql(`create index "payment_card_fingerprint_index" on "payment_card" ("fingerprint");`);
    this.addSql(`create unique index "payment_card_default_unique" on "payment_card" ("user_id") where is_default;`);

    this.addSql(`create table "payment_customer" ("user_id" uuid not null, "customer_id" varchar(255) not null, "created_at" timestamptz not null, primary key ("user_id"));`);

    this.addSql(`create table "payment_failure" ("id" varchar(255) not null, "user_id" uuid not null, "failed_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`create index "payment_failure_user_id_failed_at_index" on "payment_failure" ("user_id", "failed_at");`);

    this.addSql(`create table "payment_order" ("id" uuid not null, "user_id" uuid not null, "kind" text not null, "amount" int not null, "currency" varchar(3) not null, "title" varchar(200) not null, "return_path" varchar(100) not null, "terms" jsonb not null, "asked" jsonb not null, "card_id" uuid null, "status" text not null default 'created', "failure" varchar(30) null, "checkout_id" varchar(255) null, "url" text null, "payment_id" varchar(255) null, "refunded" int not null default 0, "created_at" timestamptz not null, "expires_at" timestamptz not null, "paid_at" timestamptz null, primary key ("id"));`);
    this.addSql(`alter table "payment_order" add constraint "payment_order_checkout_id_unique" unique ("checkout_id");`);
    this.addSql(`create index "payment_order_user_id_created_at_index" on "payment_order" ("user_id", "created_at");`);
    this.addSql(`create index "payment_order_payment_id_index" on "payment_order" ("payment_id");`);
    this.addSql(`create index "payment_order_open_index" on "payment_order" ("expires_at") where status in ('created', 'open');`);

    this.addSql(`create table "payment_reversal" ("id" varchar(255) not null, "order_id" uuid not null, "reason" text not null, "amount" int not null, "before" int not null, "status" text not null, "taken" jsonb not null, "created_at" timestamptz not null, "closed_at" timestamptz null, primary key ("id"));`);
    this.addSql(`create index "payment_reversal_order_id_index" on "payment_reversal" ("order_id");`);

    this.addSql(
      `insert into "payment_order" ("id", "user_id", "kind", "amount", "currency", "title", "return_path", "terms", "asked", "status", "checkout_id", "url", "payment_id", "created_at", "expires_at", "paid_at")
       select "id", "user_id", 'top-up', "amount", "currency", "tokens" + "bonus" || ' tokens', '/wallet', "terms",
         jsonb_build_object('amount', "amount", 'terms', "terms", 'cardId', null, 'couponCode', null),
         "status", "checkout_id", "url", "payment_id", "created_at", "expires_at", "paid_at"
       from "top_up", lateral (select jsonb_build_object('tokens', "tokens", 'bonus', "bonus", 'tokenCents', "token_cents") as "terms") as wanted;`,
    )
    this.addSql(`drop table "top_up";`)

    this.addSql(`alter table "payment_card" add constraint "payment_card_status_check" check ("status" in ('open', 'active', 'removed', 'blocked'));`);

    this.addSql(`alter table "payment_order" add constraint "payment_order_kind_check" check ("kind" in ('top-up', 'subscription'));`);
    this.addSql(`alter table "payment_order" add constraint "payment_order_status_check" check ("status" in ('created', 'open', 'paid', 'failed', 'expired', 'refunded', 'disputed', 'lost'));`);

    this.addSql(`alter table "payment_reversal" add constraint "payment_reversal_reason_check" check ("reason" in ('refund', 'dispute'));`);
    this.addSql(`alter table "payment_reversal" add constraint "payment_reversal_status_check" check ("status" in ('open', 'done', 'won', 'lost'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(
      `create table "top_up" ("id" uuid not null, "user_id" uuid not null, "tokens" int not null, "bonus" int not null, "token_cents" int not null, "amount" int not null, "currency" varchar(3) not null, "status" text not null default 'created', "checkout_id" varchar(255) null, "url" text null, "payment_id" varchar(255) null, "created_at" timestamptz not null, "expires_at" timestamptz not null, "paid_at" timestamptz null, primary key ("id"), constraint "top_up_status_check" check ("status" in ('created', 'open', 'paid', 'expired')));`,
    )
    this.addSql(`create index "top_up_user_id_created_at_index" on "top_up" ("user_id", "created_at");`)
    this.addSql(`create index "top_up_open_index" on "top_up" ("expires_at") where status in ('created', 'open');`)
    this.addSql(`alter table "top_up" add constraint "top_up_checkout_id_unique" unique ("checkout_id");`)
    this.addSql(
      `insert into "top_up" select "id", "user_id", ("terms"->>'tokens')::int, ("terms"->>'bonus')::int, ("terms"->>'tokenCents')::int, "amount", "currency",
         case when "paid_at" is not null then 'paid' when "status" in ('created', 'open') then "status" else 'expired' end,
         "checkout_id", "url", "payment_id", "created_at", "expires_at", "paid_at" from "payment_order" where "kind" = 'top-up';`,
    )
    for (const table of ['payment_card', 'payment_customer', 'payment_failure', 'payment_order', 'payment_reversal'])
      this.addSql(`drop table "${table}";`)
  }
}
