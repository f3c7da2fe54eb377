import { Migration } from '@mikro-orm/migrations';

export class Migration20261126143746_orders extends Migration {

  override name = 'Migration20261126143746_orders';

  override up(): void | Promise<void> {
    this.addSql(`create table "order_address_access" ("order_id" uuid not null, "actor_id" uuid not null, "day" date not null, "at" timestamptz not null, primary key ("order_id", "actor_id", "day"));`);

    this.addSql(`create table "checkout" ("id" uuid not null, "buyer_id" uuid not null, "request_hash" varchar(64) not null, "consent" varchar(20) null, "coupon_code" varchar(60) null, "created_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`create index "checkout_buyer_id_index" on "checkout" ("buyer_id");`);

    this.addSql(`create table "order" ("id" uuid not null, "number" varchar(8) not null, "group_id" uuid not null, "buyer_id" uuid not null, "performer_id" uuid not null, "type" text not null, "payment" text not null default 'paid', "fulfilment" text not null, "tokens" int not null, "discount" int not null, "shipping" int not null, "refunded" int not null default 0, "address" jsonb null, "is_address_shown" boolean not null, "carrier" varchar(60) not null default '', "tracking_number" varchar(60) not null default '', "tracking_url" varchar(500) null, "buyer_note" varchar(500) not null default '', "seller_note" varchar(500) not null default '', "version" int not null default 1, "paid_at" timestamptz not null, "shipped_at" timestamptz null, "delivered_at" timestamptz null, "completed_at" timestamptz null, "canceled_at" timestamptz null, "cancel_reason" varchar(500) null, "due_at" timestamptz null, "created_at" timestamptz not null, "updated_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`create index "order_group_id_index" on "order" ("group_id");`);
    this.addSql(`create index "order_buyer_id_created_at_index" on "order" ("buyer_id", "created_at");`);
    this.addSql(`create index "order_performer_id_created_at_index" on "order" ("performer_id", "created_at");`);
    this.addSql(`create index "order_open_index" on "order" ("performer_id", "fulfilment") where fulfilment in ('new', 'processing', 'shipped');`);
    this.addSql(`create index "order_due_index" on "order" ("due_at") where due_at is not null;`);
    this.addSql(`alter table "order" add constraint "order_number_unique" unique ("number");`);

    this.addSql(`create table "order_event" ("id" uuid not null, "order_id" uuid not null, "at" timestamptz not null, "by" text not null, "actor_id" uuid null, "from" varchar(30) not null, "to" varchar(30) not null, "note" varchar(500) not null default '', primary key ("id"));`);
    this.addSql(`create index "order_event_order_id_id_index" on "order_event" ("order_id", "id");`);

    this.addSql(`create table "order_line" ("id" uuid not null, "order_id" uuid not null, "product_id" uuid not null, "position" int not null, "name" varchar(120) not null, "picture_file_id" uuid null, "unit_price" int not null, "quantity" int not null, "discount" int not null default 0, "file_ids" text[] not null default '{}', "refunded_quantity" int not null default 0, "refunded_tokens" int not null default 0, primary key ("id"));`);
    this.addSql(`create index "order_line_order_id_index" on "order_line" ("order_id");`);
    this.addSql(`create index "order_line_product_id_index" on "order_line" ("product_id");`);
    this.addSql(`create index "order_line_picture_file_id_index" on "order_line" ("picture_file_id");`);

    this.addSql(`create table "refund_request" ("id" uuid not null, "order_id" uuid not null, "state" text not null, "reason" text not null, "note" varchar(500) not null default '', "lines" jsonb not null, "answer" varchar(500) not null default '', "answer_by" timestamptz null, "is_final" boolean not null default false, "created_at" timestamptz not null, "decided_at" timestamptz null, primary key ("id"));`);
    this.addSql(`create index "refund_request_order_id_id_index" on "refund_request" ("order_id", "id");`);
    this.addSql(`create unique index "refund_request_open" on "refund_request" ("order_id") where state in ('open', 'appealed');`);

    this.addSql(`alter table "asset" add "ships_to" text[] not null default '{}', add "shipping_price" int not null default 0;`);
    this.addSql(`alter table "asset" add constraint "asset_stock_check" check (stock >= 0);`);

    this.addSql(`alter table "charge" alter column "available_at" drop not null;`);

    this.addSql(`alter table "order" add constraint "order_refunded_check" check (refunded >= 0 and refunded <= tokens);`);
    this.addSql(`alter table "order" add constraint "order_address_check" check (type = 'digital' or address is not null);`);
    this.addSql(`alter table "order" add constraint "order_type_check" check ("type" in ('physical', 'digital'));`);
    this.addSql(`alter table "order" add constraint "order_payment_check" check ("payment" in ('paid', 'partly_refunded', 'refunded', 'disputed'));`);
    this.addSql(`alter table "order" add constraint "order_fulfilment_check" check ("fulfilment" in ('new', 'processing', 'shipped', 'delivered', 'completed', 'canceled'));`);

    this.addSql(`alter table "order_event" add constraint "order_event_by_check" check ("by" in ('buyer', 'seller', 'system', 'staff'));`);
    this.addSql(`create trigger order_event_fixed before update or delete on "order_event" for each row execute function audit_refuse_change();`);

    this.addSql(`alter table "order_line" add constraint "order_line_quantity_check" check (quantity > 0 and refunded_quantity >= 0 and refunded_quantity <= quantity);`);
    this.addSql(`alter table "order_line" add constraint "order_line_tokens_check" check (discount >= 0 and refunded_tokens >= 0 and refunded_tokens <= unit_price * quantity - discount);`);

    this.addSql(`alter table "refund_request" add constraint "refund_request_state_check" check ("state" in ('open', 'granted', 'refused', 'appealed'));`);
    this.addSql(`alter table "refund_request" add constraint "refund_request_reason_check" check ("reason" in ('not_arrived', 'damaged', 'not_as_described', 'withdrawal', 'other'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "order_address_access" cascade;`);
    this.addSql(`drop table if exists "checkout" cascade;`);
    this.addSql(`drop table if exists "order" cascade;`);
    this.addSql(`drop table if exists "order_event" cascade;`);
    this.addSql(`drop table if exists "order_line" cascade;`);
    this.addSql(`drop table if exists "refund_request" cascade;`);

    this.addSql(`alter table "asset" drop constraint "asset_stock_check";`);
    this.addSql(`alter table "asset" drop column "ships_to", drop column "shipping_price";`);

    this.addSql(`update "charge" set available_at = created_at where available_at is null;`);
    this.addSql(`alter table "charge" alter column "available_at" set not null;`);
  }
}
