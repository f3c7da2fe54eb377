import { Migration } from '@mikro-orm/migrations'

/** Entitlements to single things, and memberships of creators. */
export class Migration20261126043500_entitlements_and_memberships extends Migration {
  override name = 'Migration20261126043500_entitlements_and_memberships'

  override up(): void | Promise<void> {
    this.addSql(
      `create table "entitlement" ("id" uuid not null, "user_id" uuid not null, "performer_id" uuid not null, "object_type" text not null, "object_id" uuid not null, "source" text not null, "granted_at" timestamptz not null, "revoked_at" timestamptz null, primary key ("id"), constraint "entitlement_object_type_check" check ("object_type" in ('feed')), constraint "entitlement_source_check" check ("source" in ('purchase', 'gift')));`,
    )
    this.addSql(`create index "entitlement_user_id_performer_id_index" on "entitlement" ("user_id", "performer_id");`)
    this.addSql(
      `alter table "entitlement" add constraint "entitlement_user_id_object_type_object_id_unique" unique ("user_id", "object_type", "object_id");`,
    )
    this.addSql(
      `create table "membership" ("id" uuid not null, "user_id" uuid not null, "performer_id" uuid not null, "kind" text not null, "granted_at" timestamptz not null, "access_until" timestamptz not null, "ended_at" timestamptz null, primary key ("id"), constraint "membership_kind_check" check ("kind" in ('subscription', 'gift')));`,
    )
    this.addSql(`create index "membership_due_index" on "membership" ("access_until") where ended_at is null;`)
    this.addSql(
      `alter table "membership" add constraint "membership_user_id_performer_id_unique" unique ("user_id", "performer_id");`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table "entitlement", "membership";`)
  }
}
