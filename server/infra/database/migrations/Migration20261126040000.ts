import { Migration } from '@mikro-orm/migrations'

/** A rejection has a reason. Creators whom fans could read until now stay open: those with a published post. */
export class Migration20261126040000 extends Migration {
  override name = 'Migration20261126040000'

  override up(): void | Promise<void> {
    this.addSql(`alter table "performer" add "rejection_reason" text null;`)
    // Their devices and their followers' hear of it as of any other change.
    this.addSql(`with "kept" as (
        update "performer" p set "verification" = 'approved', "updated_at" = now()
        from "user" u
        where u."id" = p."user_id" and p."verification" = 'submitted' and u."email_verified_at" is not null
          and exists (select 1 from "post" where "performer_id" = p."user_id" and "status" = 'published')
        returning p."user_id"
      )
      select raise_spaces(jsonb_agg(jsonb_build_object('space', row."space", 'collection', row."collection", 'id', k."user_id", 'deleted', false)))
      from "kept" k cross join lateral (values ('u:' || k."user_id", 'profiles'), ('p:' || k."user_id", 'creators')) as row ("space", "collection")
      having count(*) > 0;`)
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "performer" drop column "rejection_reason";`)
  }
}
