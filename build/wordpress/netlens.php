<?php
/**
 * Plugin Name: netlens for Redirection
 * Description: Makes the plugin Redirection use your netlens, through this site, instead of hosted services.
 * License: MIT
 *
 * Put this file into wp-content/mu-plugins/. If netlens is not at port 8080 of this machine, or needs a token, add to
 * wp-config.php:
 *
 *     define( 'NETLENS_URL', 'http://10.0.0.5:8080' );
 *     define( 'NETLENS_TOKEN', 'the token' );
 */

defined( 'NETLENS_URL' ) || define( 'NETLENS_URL', 'http://127.0.0.1:8080' );

/** Maximum size of an answer in bytes. */
const NETLENS_LARGEST = 8388608;
/** Timeout of a lookup in seconds. */
const NETLENS_LONGEST = 30;

/** WordPress' name of the plugin's page. */
const NETLENS_PAGE = 'tools_page_redirection';

add_action( 'admin_post_netlens', 'netlens_answer' );
add_action( 'load-' . NETLENS_PAGE, 'netlens_send_policy' );
// Before the plugin's own scripts.
add_action( 'admin_print_scripts-' . NETLENS_PAGE, 'netlens_print_script', 0 );
add_action( 'admin_notices', 'netlens_print_notice' );

/** URL of this site for a path of netlens: the encoded path is appended. */
function netlens_address( $path ) {
	$query = array( 'action' => 'netlens', '_wpnonce' => wp_create_nonce( 'netlens' ), 'path' => $path );
	return admin_url( 'admin-post.php?' . http_build_query( $query, '', '&', PHP_QUERY_RFC3986 ) );
}

/** Answer of netlens: a response of WordPress' HTTP functions, or a WP_Error with a message for users. */
function netlens_ask( $path, $accept, $seconds, $sent = array() ) {
	$headers = array( 'Accept' => $accept );
	if ( defined( 'NETLENS_TOKEN' ) ) {
		$headers['Authorization'] = 'Bearer ' . NETLENS_TOKEN;
	}
	$request = array(
		'headers'             => $headers,
		'timeout'             => $seconds,
		'redirection'         => 2,
		'limit_response_size' => NETLENS_LARGEST + 1,
	);
	$answer  = wp_remote_request( untrailingslashit( NETLENS_URL ) . $path, array_merge( $request, $sent ) );
	$at      = preg_replace( '#^https?://|/$#', '', NETLENS_URL );
	if ( is_wp_error( $answer ) ) {
		return new WP_Error( 'netlens', "netlens does not answer at $at (NETLENS_URL): " . $answer->get_error_message() );
	}
	if ( strlen( wp_remote_retrieve_body( $answer ) ) > NETLENS_LARGEST ) {
		return new WP_Error( 'netlens', "The answer of netlens at $at is too large." );
	}
	if ( 401 === wp_remote_retrieve_response_code( $answer ) ) {
		return new WP_Error( 'netlens', "netlens at $at needs a token, or another one (NETLENS_TOKEN)." );
	}
	$type    = wp_remote_retrieve_header( $answer, 'content-type' );
	$is_json = 1 === preg_match( '#^application/(problem\+)?json\b#', $type );
	if ( 'application/json' === $accept && ! $is_json ) {
		return new WP_Error( 'netlens', "The server at $at is not netlens (NETLENS_URL)." );
	}
	return $answer;
}

/** Answers the request with netlens' answer to its `path`. WordPress refuses anonymous visitors before. */
function netlens_answer() {
	if ( ! current_user_can( 'manage_options' ) ) {
		wp_die( 'Only administrators may use netlens.', '', 403 );
	}
	if ( ! wp_verify_nonce( isset( $_GET['_wpnonce'] ) ? $_GET['_wpnonce'] : '', 'netlens' ) ) {
		wp_die( 'This page has expired: reload it.', '', 403 );
	}
	$path = isset( $_GET['path'] ) && is_string( $_GET['path'] ) ? wp_unslash( $_GET['path'] ) : '';
	if ( '/' !== substr( $path, 0, 1 ) || preg_match( '/[^\x21-\x7e]/', $path ) ) {
		wp_die( 'Not a path of netlens.', '', 400 );
	}
	// Form fields are separate parameters. PHP's own parser would keep only one of each name.
	$fields = array_filter(
		explode( '&', wp_unslash( isset( $_SERVER['QUERY_STRING'] ) ? $_SERVER['QUERY_STRING'] : '' ) ),
		function ( $field ) {
			return ! in_array( explode( '=', $field )[0], array( '', 'action', '_wpnonce', 'path' ), true );
		}
	);
	if ( $fields ) {
		$path .= ( false === strpos( $path, '?' ) ? '?' : '&' ) . implode( '&', $fields );
	}
	$accept = isset( $_SERVER['HTTP_ACCEPT'] ) ? wp_unslash( $_SERVER['HTTP_ACCEPT'] ) : '*/*';
	$sent   = array();
	if ( 'POST' === $_SERVER['REQUEST_METHOD'] ) {
		$sent = array( 'method' => 'POST', 'body' => file_get_contents( 'php://input' ) );
	}
	$answer = netlens_ask( $path, $accept, NETLENS_LONGEST, $sent );
	if ( is_wp_error( $answer ) ) {
		$fault = $answer->get_error_message();
		wp_die( wp_is_json_request() ? $fault : esc_html( $fault ), '', 502 );
	}
	$type = wp_remote_retrieve_header( $answer, 'content-type' );
	$body = wp_remote_retrieve_body( $answer );
	status_header( wp_remote_retrieve_response_code( $answer ) );
	header( "Content-Type: $type" );
	header( 'X-Content-Type-Options: nosniff' );
	header( 'Referrer-Policy: no-referrer' );
	// A foreign page below this site's own address: it runs no script, and only this site frames it.
	header( "Content-Security-Policy: default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'self'; sandbox allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation" );
	echo 0 === strpos( $type, 'text/html' ) ? netlens_page( $body ) : $body;
	exit;
}

/** A page of netlens with links and forms that go through this site. */
function netlens_page( $html ) {
	// Prefix of its paths if netlens has a --base-url.
	$base = preg_match( '#<link rel="stylesheet" href="([^"]*?)/assets/#', $html, $found ) ? $found[1] : '';
	$html = preg_replace_callback(
		'# (href|src|action|formaction)="' . preg_quote( $base, '#' ) . '(/[^"]*)"#',
		function ( $found ) {
			list( $path, $fragment ) = array_pad( explode( '#', html_entity_decode( $found[2], ENT_QUOTES ), 2 ), 2, null );
			return " $found[1]=\"" . esc_attr( netlens_address( $path ) . ( null === $fragment ? '' : "#$fragment" ) ) . '"';
		},
		$html
	);
	// A GET form sends only its fields as the query.
	return preg_replace_callback(
		'#<form\b(?![^>]* method="post")[^>]* action="[^"?]*\?([^"\#]*)[^>]*>#',
		function ( $found ) {
			parse_str( html_entity_decode( $found[1] ), $fields );
			$hidden = '';
			foreach ( $fields as $name => $value ) {
				$hidden .= sprintf( '<input type="hidden" name="%s" value="%s">', esc_attr( $name ), esc_attr( $value ) );
			}
			return $found[0] . $hidden;
		},
		$html
	);
}

/** Blocks requests of the page to every other host, also if the site's policy blocks inline scripts. */
function netlens_send_policy() {
	$rest = wp_parse_url( rest_url() );
	$port = isset( $rest['port'] ) ? ":{$rest['port']}" : '';
	header( "Content-Security-Policy: connect-src 'self' {$rest['scheme']}://{$rest['host']}$port; frame-src 'self'", false );
}

/** Shows on the plugin's page why netlens does not work, and the setting to change. */
function netlens_print_notice() {
	if ( get_current_screen()->id !== NETLENS_PAGE ) {
		return;
	}
	$answer = netlens_ask( '/readyz', 'application/json', 3 );
	if ( ! is_wp_error( $answer ) && 200 === wp_remote_retrieve_response_code( $answer ) ) {
		// Only lookups need a token.
		$answer = netlens_ask( '/v1/ip/127.0.0.1', 'application/json', 3 );
	}
	if ( is_wp_error( $answer ) ) {
		$fault = $answer->get_error_message();
	} elseif ( 200 !== wp_remote_retrieve_response_code( $answer ) ) {
		$state  = json_decode( wp_remote_retrieve_body( $answer ), true ) + array( 'reasons' => array( 'it is busy' ) );
		$fault = 'netlens is not ready: ' . ( isset( $state['message'] ) ? $state['message'] : implode( '; ', $state['reasons'] ) );
	} else {
		return;
	}
	printf( '<div class="notice notice-error"><p>%s</p></div>', esc_html( $fault ) );
}

function netlens_print_script() {
	$address = wp_json_encode( netlens_address( '' ), JSON_HEX_TAG | JSON_UNESCAPED_SLASHES );
	$script  = <<<'SCRIPT'
( ( netlens ) => {
	const parsed = ( text ) => {
		try {
			return new URL( text, document.baseURI );
		} catch {
			return null;
		}
	};
	// Position → address that was last looked up there: the plugin's map names only the position.
	const addresses = new Map();
	// Path of netlens for a URL of the plugin: its service (api.redirect.li), that service's pages, and a map for frames.
	const pathOf = ( url ) => {
		if ( /^(?:(?:api|www)\.)?redirect\.li$/.test( url.hostname ) ) {
			return url.pathname + url.search;
		}
		if ( /(?:^|\.)google\.[a-z.]+$/.test( url.hostname ) && url.pathname.startsWith( '/maps/embed' ) ) {
			const at = url.searchParams.get( 'q' ) || '';
			const ip = addresses.get( at );
			return '/place?' + ( ip ? 'ip=' + encodeURIComponent( ip ) : 'at=' + encodeURIComponent( at ) );
		}
		return null;
	};
	const here = ( given ) => {
		const url = parsed( given );
		const path = url && pathOf( url );
		return path ? netlens + encodeURIComponent( path ) : given;
	};

	const ask = window.fetch.bind( window );
	window.fetch = async ( to, ...rest ) => {
		const given = to instanceof Request ? to.url : String( to );
		const url = here( given );
		if ( url === given ) {
			return ask( to, ...rest );
		}
		const { signal } = rest[ 0 ] || ( to instanceof Request ? to : {} );
		const response = await ask( url, { signal, credentials: 'same-origin', headers: { Accept: 'application/json' } } );
		const answer = await response.clone().json().catch( () => null );
		if ( ! answer ) {
			return response;
		}
		if ( answer.latitude !== undefined ) {
			addresses.set( answer.latitude + ',' + answer.longitude, answer.ip );
		}
		// The plugin shows only the type of a device, which is unknown for a phone.
		if ( answer.device && answer.device.type === 'unknown' && answer.device.formFactor ) {
			answer.device.type = answer.device.formFactor;
		}
		const { status, statusText, headers } = response;
		return new Response( JSON.stringify( answer ), { status, statusText, headers } );
	};

	// A frame starts to load before an observer is called, so its URL is changed when it is set.
	const set = Element.prototype.setAttribute;
	Element.prototype.setAttribute = function ( name, value ) {
		const isFrame = this instanceof HTMLIFrameElement && String( name ).toLowerCase() === 'src';
		set.call( this, name, isFrame ? here( String( value ) ) : value );
	};
	const src = Object.getOwnPropertyDescriptor( HTMLIFrameElement.prototype, 'src' );
	Object.defineProperty( HTMLIFrameElement.prototype, 'src', {
		...src,
		set( value ) {
			src.set.call( this, here( String( value ) ) );
		},
	} );

	// In every language the text of the links contains the service's name.
	const rename = ( link ) => {
		for ( const text of link.childNodes ) {
			if ( text.nodeType === Node.TEXT_NODE && text.nodeValue.includes( 'redirect.li' ) ) {
				text.nodeValue = text.nodeValue.replaceAll( 'redirect.li', 'netlens' );
			}
		}
	};
	const rewrite = ( element, name ) => {
		const given = element.getAttribute( name );
		const url = given === null ? given : here( given );
		if ( url !== given ) {
			element.setAttribute( name, url );
			rename( element );
		}
	};
	const rewriteAll = ( root ) => {
		for ( const [ selector, name ] of [ [ 'a[href]', 'href' ], [ 'iframe[src]', 'src' ] ] ) {
			if ( root.matches( selector ) ) {
				rewrite( root, name );
			}
			root.querySelectorAll( selector ).forEach( ( element ) => rewrite( element, name ) );
		}
	};
	new MutationObserver( ( changes ) => {
		for ( const { type, target, addedNodes } of changes ) {
			if ( type === 'attributes' ) {
				rewriteAll( target );
			}
			addedNodes.forEach( ( node ) => node instanceof Element && rewriteAll( node ) );
		}
	} ).observe( document, { subtree: true, childList: true, attributes: true, attributeFilter: [ 'href', 'src' ] } );
} )( ADDRESS );
SCRIPT;
	wp_print_inline_script_tag( str_replace( 'ADDRESS', $address, $script ) );
}
