import { Migration } from '@mikro-orm/migrations'

/** Tokens that are bought at the payment provider, and the provider's events. */
export class Migration20261126080000_top_ups extends Migration {
  override name = 'Migration20261126080000_top_ups'

  override up(): void | Promise<void> {
    this.addSql(
      `create table "top_up" ("id" uuid not null, "user_id" uuid not null, "tokens" int not null, "bonus" int not null, "token_cents" int not null, "amount" int not null, "currency" varchar(3) not null, "status" text not null default 'created', "checkout_id" varchar(255) null, "url" text null, "payment_id" varchar(255) null, "created_at" timestamptz not null, "expires_at" timestamptz not null, "paid_at" timestamptz null, primary key ("id"), constraint "top_up_status_check" check ("status" in ('created', 'open', 'paid', 'expired')));`,
    )
    this.addSql(`create index "top_up_user_id_created_at_index" on "top_up" ("user_id", "created_at");`)
    this.addSql(`create index "top_up_open_index" on "top_up" ("expires_at") where status in ('created', 'open');`)
    this.addSql(`alter table "top_up" add constraint "top_up_checkout_id_unique" unique ("checkout_id");`)
    this.addSql(
      `create table "payment_event" ("id" varchar(255) not null, "type" varchar(100) not null, "object_id" varchar(255) not null, "received_at" timestamptz not null, primary key ("id"));`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table "payment_event";`)
    this.addSql(`drop table "top_up";`)
  }
}
