/** Fields of Amazon S3, CloudFront, API Gateway, Lambda and their S3-compatible relatives. Facts from the vendors' documentation and from observed responses, November 2026; words are ours. */

import type { CatalogueRow } from "../row.ts";

export const aws: readonly CatalogueRow[] = [
  {
    name: "X-Amz-Cf-Pop",
    description:
      "Names the CloudFront edge that answered: airport code of the city, number of the site and, after the hyphen, the group of servers, such as FRA56-P4.",
    type: "identifier",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "X-Amz-Cf-Id",
    description:
      "CloudFront's encrypted identifier of the request. AWS support asks for it when a response is in doubt.",
    type: "identifier",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amz-request-id",
    description:
      "Identifier that Amazon S3 gives the request; with x-amz-id-2 it finds the request in Amazon's logs.",
    type: "identifier",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amz-id-2",
    description:
      "Second, longer identifier of an Amazon S3 request that tells Amazon which host served it. It means nothing outside of support.",
    type: "identifier",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amz-bucket-region",
    description:
      "AWS region that holds the S3 bucket. In a redirect it tells the client where to send the signed request.",
    type: "token",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amz-version-id",
    description:
      'Version of the S3 object that is delivered; "null" when versioning was off as it was stored.',
    type: "identifier",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amz-server-side-encryption",
    description:
      "Says how S3 encrypts the object at rest: AES256 for its own keys, aws:kms for keys in the Key Management Service.",
    type: "token",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amz-server-side-encryption-aws-kms-key-id",
    description:
      "Name of the KMS key that protects the S3 object. It shows an account number, so public sites may prefer to strip it.",
    type: "identifier",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amz-server-side-encryption-bucket-key-enabled",
    description:
      "Says whether S3 used a bucket key to cut the number of calls to the Key Management Service.",
    type: "token",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amz-server-side-encryption-customer-algorithm",
    description: "Cipher that S3 used with a key which the customer sends along with each request.",
    type: "token",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amz-storage-class",
    description: "Storage class of the S3 object, such as STANDARD_IA or GLACIER; absent for STANDARD.",
    type: "token",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amz-delete-marker",
    description: '"true" when the S3 object was deleted and this version is only the marker of that.',
    type: "token",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amz-expiration",
    description: "Says when the bucket's lifecycle rule will remove the S3 object, and which rule it is.",
    type: "parameters",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amz-restore",
    description:
      "State of an archived S3 object being restored: whether it is under way and until when the copy stays.",
    type: "parameters",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amz-replication-status",
    description:
      "Says how far S3 is with copying the object to another bucket: PENDING, COMPLETED, FAILED or REPLICA.",
    type: "token",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amz-mp-parts-count",
    description: "Number of parts the S3 object was uploaded in.",
    type: "integer",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amz-tagging-count",
    description: "Number of tags on the S3 object.",
    type: "integer",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amz-website-redirect-location",
    description: "Target to which an S3 website sends requests for this object.",
    type: "url",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amz-error-code",
    description: "Error code of an S3 website in a word, such as NoSuchKey.",
    type: "token",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amz-error-message",
    description: "Sentence of an S3 website about the error in x-amz-error-code.",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amz-error-detail-Key",
    description: "Object key that an S3 website did not find.",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amz-missing-meta",
    description: "Number of metadata entries that S3 could not send because they do not fit in a header.",
    type: "integer",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amz-object-lock-mode",
    description:
      "Retention mode of the S3 object, GOVERNANCE or COMPLIANCE; it cannot be deleted before its date.",
    type: "token",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amz-object-lock-retain-until-date",
    description: "RFC 3339 time until which the S3 object is locked against deletion.",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amz-object-lock-legal-hold",
    description: "ON when a legal hold keeps the S3 object from being deleted.",
    type: "token",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amz-checksum-crc32",
    description: "Base64 CRC-32 of the S3 object, to check that it arrived whole.",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amz-checksum-crc32c",
    description: "Base64 CRC-32C of the S3 object.",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amz-checksum-crc64nvme",
    description: "Base64 CRC-64/NVME of the S3 object, today's default checksum there.",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amz-checksum-sha1",
    description: "Base64 SHA-1 of the S3 object.",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amz-checksum-sha256",
    description: "Base64 SHA-256 of the S3 object.",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amz-checksum-type",
    description: "Says whether an S3 checksum covers the full object or is composed of those of its parts.",
    type: "token",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amz-request-charged",
    description: '"requester" when the caller, not the bucket\'s owner, pays for the S3 request.',
    type: "token",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amz-date",
    description: "Time at which an AWS request was signed, in the short ISO form.",
    direction: "request",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amz-content-sha256",
    description: "Hash of the body in a signed AWS request; UNSIGNED-PAYLOAD where it was left out.",
    direction: "request",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amz-security-token",
    description:
      "Session token of temporary AWS credentials. A secret: it must not appear in a response or a log.",
    direction: "request",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amz-acl",
    description: "Canned access rule for an S3 upload, such as private or public-read.",
    type: "token",
    direction: "request",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amz-apigw-id",
    description: "Identifier of the request at Amazon API Gateway, beside x-amzn-RequestId.",
    type: "identifier",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amz-rid",
    description: "Request identifier of Amazon's own shops and services; useful to Amazon's support only.",
    type: "identifier",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amzn-RequestId",
    description: "Identifier that an AWS service such as API Gateway, Lambda or DynamoDB gives the request.",
    type: "identifier",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "X-Amzn-Trace-Id",
    description:
      "Trace of AWS X-Ray: Root names the trace, Parent the calling part and Sampled whether it is recorded. Load balancers add it.",
    type: "parameters",
    direction: "both",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amzn-ErrorType",
    description: "Class of an AWS error, such as AccessDeniedException or ForbiddenException.",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amzn-waf-action",
    description: '"challenge" or "captcha" when AWS WAF answers with a test in place of the site.',
    type: "token",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amzn-Remapped-Content-Length",
    description:
      "Content-Length as the code behind API Gateway set it; the gateway renames fields that it sets itself.",
    type: "integer",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amzn-Remapped-Connection",
    description:
      "Connection field as the code behind API Gateway sent it, renamed because a gateway must not forward it.",
    type: "token",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amzn-Remapped-Date",
    description: "Date field of the service behind API Gateway, renamed because the gateway sets its own.",
    type: "date",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amzn-Remapped-Server",
    description:
      "Server field of the origin behind API Gateway, kept under another name. It still tells the software in use.",
    type: "product",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amzn-Remapped-WWW-Authenticate",
    description: "Challenge of the origin behind API Gateway under another name; browsers do not act on it.",
    type: "challenge",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-amzn-RateLimit-Limit",
    description:
      "Requests a second that the Amazon Selling Partner API grants the caller for this operation.",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "X-Amz-Executed-Version",
    description: "Version of the Lambda function that ran.",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "X-Amz-Function-Error",
    description: "Says that a Lambda function failed; the body then holds the error.",
    type: "token",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "X-Amz-Log-Result",
    description: "Last four kilobytes of a Lambda function's log in Base64. Must not reach the public.",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "CloudFront-Viewer-Country",
    description:
      "Country code of the viewer that CloudFront adds for the origin; a response may echo it or name it in Vary.",
    type: "token",
    direction: "request",
    sender: "Amazon Web Services",
    links: [
      "https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/adding-cloudfront-headers.html",
    ],
  },
  {
    name: "CloudFront-Is-Mobile-Viewer",
    description:
      '"true" when CloudFront takes the viewer for a phone. The origin may choose another page for it.',
    type: "token",
    direction: "request",
    sender: "Amazon Web Services",
    links: [
      "https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/adding-cloudfront-headers.html",
    ],
  },
  {
    name: "CloudFront-Is-Desktop-Viewer",
    description: '"true" when CloudFront takes the viewer for a desktop or laptop computer.',
    type: "token",
    direction: "request",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "CloudFront-Forwarded-Proto",
    description: "Scheme that the viewer used towards CloudFront.",
    type: "token",
    direction: "request",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "CloudFront-Viewer-Address",
    description: "Address and port of the viewer as CloudFront saw them.",
    direction: "request",
    sender: "Amazon Web Services",
    links: ["https://docs.aws.amazon.com/"],
  },
  {
    name: "x-lambda-id",
    description: "Identifier that Webflow's hosting gives the run of its code which answered the request.",
    type: "identifier",
    sender: "Webflow",
    links: ["https://docs.aws.amazon.com/"],
  },
];
