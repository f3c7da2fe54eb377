import { Migration } from '@mikro-orm/migrations'

/**
 * A rejection has a reason. Creators whom fans could reach until now need no review: those who have ever published a post,
 * have a product or stand in a conversation. One whose email address is not confirmed is closed until it is.
 */
export class Migration20261126040000_creator_approval extends Migration {
  override name = 'Migration20261126040000_creator_approval'

  override up(): void | Promise<void> {
    this.addSql(`alter table "performer" add "rejection_reason" text null;`)
    // Their devices and their followers' hear of it as of any other change.
    this.addSql(`with "kept" as (
        update "performer" p set "verification" = 'approved', "updated_at" = now()
        where p."verification" = 'submitted' and (
          exists (select 1 from "post" where "performer_id" = p."user_id" and "published_at" is not null)
          or exists (select 1 from "product" where "performer_id" = p."user_id")
          or exists (select 1 from "conversation_member" where "user_id" = p."user_id"))
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
