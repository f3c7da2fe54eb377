import { Migration } from '@mikro-orm/migrations';

export class Migration20261128221440_list_orders extends Migration {

  override name = 'Migration20261128221440_list_orders';

  override up(): void | Promise<void> {
    this.addSql(`create index "asset_listed_updatedat_index" on "asset" ("kind", "updated_at", "id") where status = 'active' and gallery_id is null;`);
    this.addSql(`create index "asset_listed_createdat_index" on "asset" ("kind", "created_at", "id") where status = 'active' and gallery_id is null;`);
    this.addSql(`create index "asset_listed_price_index" on "asset" ("kind", "price", "id") where status = 'active' and gallery_id is null;`);

    this.addSql(`create index "block_performer_id_created_at_index" on "block" ("performer_id", "created_at");`);

    this.addSql(`create index "charge_performer_id_available_at_index" on "charge" ("performer_id", "available_at");`);
    this.addSql(`create index "charge_performer_id_share_index" on "charge" ("performer_id", "share");`);

    this.addSql(`alter table "conversation_member" add "moved_at" timestamptz not null default now();`);
    this.addSql(
      `update "conversation_member" m set "moved_at" = coalesce((select c."updated_at" from "conversation" c where c."id" = m."conversation_id"), m."created_at");`,
    );
    this.addSql(`create index "conversation_member_user_id_moved_at_conversation_id_index" on "conversation_member" ("user_id", "moved_at", "conversation_id");`);
    this.addSql(`create index "conversation_member_user_id_created_at_conversation_id_index" on "conversation_member" ("user_id", "created_at", "conversation_id");`);

    this.addSql(`create index "file_owner_id_size_id_index" on "file" ("owner_id", "size", "id");`);

    this.addSql(`create index "follow_follower_id_created_at_index" on "follow" ("follower_id", "created_at");`);

    this.addSql(`create index "notification_user_id_updated_at_index" on "notification" ("user_id", "updated_at");`);
    this.addSql(`create index "notification_user_id_created_at_index" on "notification" ("user_id", "created_at");`);

    this.addSql(`create index "order_buyer_id_updated_at_index" on "order" ("buyer_id", "updated_at");`);
    this.addSql(`create index "order_performer_id_updated_at_index" on "order" ("performer_id", "updated_at");`);
    this.addSql(`create index "order_buyer_id_tokens_index" on "order" ("buyer_id", "tokens");`);
    this.addSql(`create index "order_performer_id_tokens_index" on "order" ("performer_id", "tokens");`);

    this.addSql(`create index "performer_score_user_id_index" on "performer" ("score", "user_id");`);
    this.addSql(`create index "performer_shuffle_index" on "performer" (md5("user_id"::text));`);

    this.addSql(`create index "post_performer_id_updated_at_id_index" on "post" ("performer_id", "updated_at", "id");`);
    this.addSql(`create index "post_performer_id_created_at_id_index" on "post" ("performer_id", "created_at", "id");`);

    this.addSql(`create index "reaction_bookmark_index" on "reaction" ("user_id", "object_type", "created_at") where action = 'bookmark';`);

    this.addSql(`create index "subscription_performer_id_updated_at_index" on "subscription" ("performer_id", "updated_at");`);
    this.addSql(`create index "subscription_performer_id_paid_through_index" on "subscription" ("performer_id", "paid_through");`);

    this.addSql(`create index "user_creators_updatedat_index" on "user" ("updated_at", "id") where is_performer;`);
    this.addSql(`create index "user_creators_createdat_index" on "user" ("created_at", "id") where is_performer;`);
    this.addSql(`create index "user_creators_name_index" on "user" ("name", "id") where is_performer;`);
    this.addSql(`create index "user_creators_username_index" on "user" ("username", "id") where is_performer;`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "asset_listed_updatedat_index";`);
    this.addSql(`drop index "asset_listed_createdat_index";`);
    this.addSql(`drop index "asset_listed_price_index";`);

    this.addSql(`drop index "block_performer_id_created_at_index";`);

    this.addSql(`drop index "charge_performer_id_available_at_index";`);
    this.addSql(`drop index "charge_performer_id_share_index";`);

    this.addSql(`drop index "conversation_member_user_id_moved_at_conversation_id_index";`);
    this.addSql(`drop index "conversation_member_user_id_created_at_conversation_id_index";`);
    this.addSql(`alter table "conversation_member" drop column "moved_at";`);

    this.addSql(`drop index "file_owner_id_size_id_index";`);

    this.addSql(`drop index "follow_follower_id_created_at_index";`);

    this.addSql(`drop index "notification_user_id_updated_at_index";`);
    this.addSql(`drop index "notification_user_id_created_at_index";`);

    this.addSql(`drop index "order_buyer_id_updated_at_index";`);
    this.addSql(`drop index "order_performer_id_updated_at_index";`);
    this.addSql(`drop index "order_buyer_id_tokens_index";`);
    this.addSql(`drop index "order_performer_id_tokens_index";`);

    this.addSql(`drop index "performer_score_user_id_index";`);
    this.addSql(`drop index "performer_shuffle_index";`);

    this.addSql(`drop index "post_performer_id_updated_at_id_index";`);
    this.addSql(`drop index "post_performer_id_created_at_id_index";`);

    this.addSql(`drop index "reaction_bookmark_index";`);

    this.addSql(`drop index "subscription_performer_id_updated_at_index";`);
    this.addSql(`drop index "subscription_performer_id_paid_through_index";`);

    this.addSql(`drop index "user_creators_updatedat_index";`);
    this.addSql(`drop index "user_creators_createdat_index";`);
    this.addSql(`drop index "user_creators_name_index";`);
    this.addSql(`drop index "user_creators_username_index";`);
  }

}
