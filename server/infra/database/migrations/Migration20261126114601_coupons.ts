import { Migration } from '@mikro-orm/migrations'

/** Codes that lower prices, and their uses. */
export class Migration20261126114601_coupons extends Migration {
  override name = 'Migration20261126114601_coupons'

  override up(): void | Promise<void> {
    this.addSql(`create table "coupon" ("id" uuid not null, "code" varchar(40) not null, "kinds" jsonb not null, "percent" int null, "off" int null, "minimum" int not null default 0, "uses" int null, "uses_each" int not null default 1, "performer_id" uuid null, "starts_at" timestamptz null, "ends_at" timestamptz null, "is_disabled" boolean not null default false, "created_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`alter table "coupon" add constraint "coupon_code_unique" unique ("code");`);

    this.addSql(`create table "coupon_redemption" ("ref_id" uuid not null, "coupon_id" uuid not null, "user_id" uuid not null, "discount" int not null, "status" text not null, "created_at" timestamptz not null, "expires_at" timestamptz not null, primary key ("ref_id"));`);
    this.addSql(`create index "coupon_redemption_coupon_id_user_id_index" on "coupon_redemption" ("coupon_id", "user_id");`);
    this.addSql(`create index "coupon_redemption_due_index" on "coupon_redemption" ("expires_at") where status = 'reserved';`);

    this.addSql(`alter table "coupon" add constraint "coupon_discount_check" check ((percent is null) <> (off is null));`);

    this.addSql(`alter table "coupon_redemption" add constraint "coupon_redemption_status_check" check ("status" in ('reserved', 'confirmed', 'released'));`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table "coupon_redemption";`)
    this.addSql(`drop table "coupon";`)
  }
}
