import { Migration } from '@mikro-orm/migrations'

/** Things of every kind that are bought, messages at a price, and refunds. */
export class Migration20261126104719_sales_and_charge_refunds extends Migration {
  override name = 'Migration20261126104719_sales_and_charge_refunds'

  override up(): void | Promise<void> {
    this.addSql(`create table "charge_refund" ("id" uuid not null, "key" varchar(100) not null, "charge_id" uuid not null, "tokens" int not null, "granted" int not null, "tax" bigint not null, "share" bigint not null, "revenue" bigint not null, "reason" varchar(200) not null, "actor_id" uuid null, "transfer_id" uuid not null, "created_at" timestamptz not null, primary key ("id"));`)
    this.addSql(`create index "charge_refund_charge_id_index" on "charge_refund" ("charge_id");`)
    this.addSql(`alter table "charge_refund" add constraint "charge_refund_key_unique" unique ("key");`)

    this.addSql(`alter table "charge" drop constraint "charge_type_check";`)
    this.addSql(`alter table "charge" add "refunded_tokens" int not null default 0, add "refunded_share" bigint not null default '0', add "number" bigserial;`)
    this.addSql(`alter table "charge" add constraint "charge_type_check" check ("type" in ('tip', 'feed', 'video', 'gallery', 'message', 'stream', 'subscription', 'product'));`)

    this.addSql(`alter table "entitlement" drop constraint "entitlement_object_type_check";`)
    this.addSql(`create index "entitlement_message_index" on "entitlement" ("object_id") where object_type = 'message';`)
    this.addSql(`alter table "entitlement" add constraint "entitlement_object_type_check" check ("object_type" in ('feed', 'gallery', 'photo', 'video', 'product', 'message', 'stream'));`)

    this.addSql(`alter table "message" add "price" int not null default 0;`)

    this.addSql(`create trigger charge_refund_fixed before update or delete on "charge_refund" for each row execute function money_refuse_change();`)
  }

  override down(): void | Promise<void> {
    this.addSql(`drop trigger if exists "charge_refund_fixed" on "charge_refund";`)
    this.addSql(`drop table if exists "charge_refund" cascade;`)

    this.addSql(`alter table "charge" drop constraint "charge_type_check";`)
    this.addSql(`alter table "charge" drop column "refunded_tokens", drop column "refunded_share", drop column "number";`)
    this.addSql(`alter table "charge" add constraint "charge_type_check" check ("type" in ('tip', 'feed'));`)

    this.addSql(`drop index "entitlement_message_index";`)
    this.addSql(`alter table "entitlement" drop constraint "entitlement_object_type_check";`)
    this.addSql(`alter table "entitlement" add constraint "entitlement_object_type_check" check ("object_type" in ('feed', 'gallery', 'photo', 'video', 'product'));`)

    this.addSql(`alter table "message" drop column "price";`)

  }
}
